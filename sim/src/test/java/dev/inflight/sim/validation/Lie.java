package dev.inflight.sim.validation;

import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;
import dev.inflight.net.link.Wire;
import java.util.function.BiFunction;

/** Changes of a receiver to its flow's native records before it seals them: the records are on the cable that leads to it. */
enum Lie {
  /** No queue anywhere; bytes as they are. */
  NO_QUEUE(1, true),
  /** No queue, and half of the bytes. */
  HALF(0.5, true),
  /** No queue, and one byte in ten. */
  TENTH(0.1, true),
  /** No queue, and no bytes at all. */
  NOTHING_SENT(0, true),
  /** One byte in ten, and queues as they are. */
  TENTH_WITH_QUEUES(0.1, false);

  private static final int RECORD_BYTES = 8;
  private static final int HEADER_BYTES = 2;
  private static final int COUNTS = 1 << 20;

  private final double part;
  private final boolean hidesQueues;

  Lie(double part, boolean hidesQueues) {
    this.part = part;
    this.hidesQueues = hidesQueues;
  }

  /** The wires of a network in which a receiver lies about flows from a host, from a time on. */
  BiFunction<Port, Wire, Wire> about(int source, int receiver, long fromPs) {
    return (from, wire) -> from.far().node() == receiver ? new Told(this, wire, source, fromPs) : wire;
  }

  private static final class Told implements Wire {
    private final Lie lie;
    private final Wire wire;
    private final int source;
    private final long fromPs;
    private final long[] first = new long[16];
    private final boolean[] seen = new boolean[16];

    Told(Lie lie, Wire wire, int source, long fromPs) {
      this.lie = lie;
      this.wire = wire;
      this.source = source;
      this.fromPs = fromPs;
    }

    @Override
    public void send(Packet packet, long endPs) {
      if (packet.kind.measured && packet.flow().source() == source && endPs >= fromPs) {
        for (int hop = 0; HEADER_BYTES + (hop + 1) * RECORD_BYTES <= packet.telemetryBytes; hop++) {
          rewrite(packet.telemetry, HEADER_BYTES + hop * RECORD_BYTES, hop);
        }
      }
      wire.send(packet, endPs);
    }

    /** Of 64 bits, four are the rate, 24 the time, 20 the sent bytes and 16 the queue. */
    private void rewrite(byte[] bytes, int at, int hop) {
      long record = 0;
      for (int index = 0; index < RECORD_BYTES; index++) {
        record = record << 8 | bytes[at + index] & 0xFF;
      }
      long sent = record >>> 16 & COUNTS - 1;
      if (!seen[hop]) {
        seen[hop] = true;
        first[hop] = sent;
      }
      long told = first[hop] + (long) (lie.part * (sent - first[hop] + COUNTS & COUNTS - 1)) & COUNTS - 1;
      record = record & ~((long) (COUNTS - 1) << 16) | told << 16;
      record = lie.hidesQueues ? record & ~0xFFFFL : record;
      for (int index = RECORD_BYTES - 1; index >= 0; index--) {
        bytes[at + index] = (byte) record;
        record >>>= 8;
      }
    }
  }
}
