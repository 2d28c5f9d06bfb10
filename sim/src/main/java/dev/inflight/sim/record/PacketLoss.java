package dev.inflight.sim.record;

import dev.inflight.net.link.LinkObserver;
import dev.inflight.net.link.Packet;

/**
 * A packet that was lost.
 *
 * @param nowPs when, in picoseconds
 * @param port the port where: that which it arrived at when a switch dropped it, that which it left when its cable lost it
 * @param flow number of its flow; -1: it is of none
 * @param kind what kind of packet
 * @param sequence of a packet with data, its first byte's place in the flow
 * @param sizeBytes with all headers
 * @param why why
 */
public record PacketLoss(long nowPs, PortName port, int flow, Packet.Kind kind, long sequence, int sizeBytes,
    LinkObserver.Loss why) {
}
