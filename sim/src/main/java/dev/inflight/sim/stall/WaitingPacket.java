package dev.inflight.sim.stall;

import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;
import java.nio.LongBuffer;

/**
 * A packet that waits at a port at the end of a run.
 *
 * @param port the number of the port that is to send it
 * @param flow the number of its flow; {@link #NO_FLOW} without one
 * @param ingress the number of the port through which it entered its switch; {@link #FROM_HOST} at a NIC
 * @param priority its priority
 * @param isData true if it carries application bytes, unlike acknowledgements and probes
 * @param sequence offset in the flow of the first byte of data
 * @param payloadBytes application bytes
 * @param sizeBytes size of its frame
 */
record WaitingPacket(int port, int flow, int ingress, int priority, boolean isData, long sequence, int payloadBytes,
    int sizeBytes) {
  static final int NO_FLOW = -1;
  static final int FROM_HOST = -1;
  /** Number of longs in its form. */
  static final int LONGS = 8;

  static WaitingPacket of(Packet packet, Port port, boolean atSwitch) {
    return new WaitingPacket(port.index(), packet.flow == null ? NO_FLOW : packet.flow.id(),
        atSwitch && packet.at != null ? packet.at.index() : FROM_HOST, packet.priority, packet.kind == Packet.Kind.DATA,
        packet.sequence, packet.payloadBytes, packet.sizeBytes);
  }

  static WaitingPacket read(LongBuffer from) {
    return new WaitingPacket((int) from.get(), (int) from.get(), (int) from.get(), (int) from.get(), from.get() != 0, from.get(),
        (int) from.get(), (int) from.get());
  }

  void write(LongBuffer to) {
    to.put(port).put(flow).put(ingress).put(priority).put(isData ? 1 : 0).put(sequence).put(payloadBytes).put(sizeBytes);
  }
}
