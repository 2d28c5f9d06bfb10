package dev.inflight.sim.record;

import dev.inflight.net.link.LinkObserver;
import dev.inflight.net.link.Packet;

/**
 * A packet that was lost.
 *
 * @param nowPs time of the loss, in picoseconds
 * @param port the port of the loss: the one at which it arrived if a switch dropped it, the one that it left if its cable lost it
 * @param flow number of its flow; -1 without a flow
 * @param kind kind of packet
 * @param sequence offset in the flow of the first byte of a packet with data
 * @param sizeBytes size with all headers
 * @param why reason of the loss
 */
public record PacketLoss(long nowPs, PortName port, int flow, Packet.Kind kind, long sequence, int sizeBytes,
    LinkObserver.Loss why) {
}
