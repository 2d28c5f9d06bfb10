package dev.inflight.sim.record;

import dev.inflight.net.link.LinkObserver;
import dev.inflight.net.link.Packet;

/**
 * A packet that was lost.
 *
 * @param nowPs time of the loss, in picoseconds
 * @param port the port where: that which it arrived at when a switch dropped it, that which it left when its cable lost it
 * @param flow number of its flow; -1: it is of none
 * @param kind kind of packet
 * @param sequence offset in the flow of the first byte of a packet with data
 * @param sizeBytes with all headers
 * @param why why
 */
public record PacketLoss(long nowPs, PortName port, int flow, Packet.Kind kind, long sequence, int sizeBytes,
    LinkObserver.Loss why) {
}
