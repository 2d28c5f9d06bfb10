package dev.inflight.sim.ranks;

import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Packet;
import java.nio.ByteBuffer;

/**
 * Form of a packet between two processes: its fields, the port at which it arrives, and its telemetry in the packet's form. Flows
 * have the same number on both sides. The source port, which only the source's process has, is sent too.
 */
final class PacketForm {
  /** Bytes of a packet without telemetry. */
  static final int BYTES = 4 + 8 + 8 + 4 + 4 + 6 + 2 + 4 + 8 + 8 + 8 + 8 + 8 + 4 + 4 + 2;

  private static final int NO_FLOW = -1;
  private static final int ECN_MARKED = 1;
  private static final int AFTER_TIMEOUT = 2;
  private static final int SACK_SHIFT = 2;
  private static final Packet.Kind[] KINDS = Packet.Kind.values();

  private PacketForm() {
  }

  /** Bytes of a packet. */
  static int bytes(Packet packet) {
    return BYTES + packet.telemetryBytes + 2 * Long.BYTES * packet.sackCount();
  }

  /** Writes a packet at a buffer's position: for a port, by number, at {@link Packet#timePs}, in the order of its key. */
  static void write(Packet packet, int port, ByteBuffer to) {
    Flow flow = packet.flow;
    to.putInt(port).putLong(packet.timePs).putLong(packet.key);
    to.putInt(flow == null ? NO_FLOW : flow.id()).putInt(flow == null ? 0 : flow.sourcePort());
    to.put((byte) packet.kind.ordinal()).put(packet.priority).put(packet.flowClass).put(packet.code).put(packet.entropy);
    to.put((byte) ((packet.ecnMarked ? ECN_MARKED : 0) | (packet.afterTimeout ? AFTER_TIMEOUT : 0)
        | packet.sackCount() << SACK_SHIFT));
    to.putShort(packet.hop).putInt(packet.routeEpoch).putLong(packet.overlay);
    to.putLong(packet.sequence).putLong(packet.number).putLong(packet.arrivedNumber).putLong(packet.sentPs);
    to.putInt(packet.sizeBytes).putInt(packet.payloadBytes).putShort(packet.telemetryBytes);
    to.put(packet.telemetry, 0, packet.telemetryBytes);
    for (int block = 0; block < packet.sackCount(); block++) {
      to.putLong(packet.sack().start(block)).putLong(packet.sack().end(block));
    }
  }

  /** Fills a packet, except for its port and its path, from a buffer's position after the number of the port. */
  static void read(ByteBuffer from, Packet into, FlowsBetween flows) {
    into.timePs = from.getLong();
    into.key = from.getLong();
    int row = from.getInt();
    int sourcePort = from.getInt();
    into.kind = KINDS[from.get()];
    into.priority = from.get();
    into.flowClass = from.get();
    into.code = from.get();
    into.entropy = from.get();
    into.flow = row == NO_FLOW ? null : flows.flow(row, sourcePort, into.entropy);
    int flags = from.get();
    into.ecnMarked = (flags & ECN_MARKED) != 0;
    into.afterTimeout = (flags & AFTER_TIMEOUT) != 0;
    into.hop = from.getShort();
    into.routeEpoch = from.getInt();
    into.overlay = from.getLong();
    into.sequence = from.getLong();
    into.number = from.getLong();
    into.arrivedNumber = from.getLong();
    into.sentPs = from.getLong();
    into.sizeBytes = from.getInt();
    into.payloadBytes = from.getInt();
    into.telemetryBytes = from.getShort();
    from.get(into.telemetry, 0, into.telemetryBytes);
    if (into.kind == Packet.Kind.ACK) {
      readSack(from, into, flags >> SACK_SHIFT);
    }
  }

  private static void readSack(ByteBuffer from, Packet into, int blocks) {
    if (into.sackCount() > 0) {
      into.sack().clear();
    }
    for (int block = 0; block < blocks; block++) {
      into.sack().add(from.getLong(), from.getLong());
    }
  }
}
