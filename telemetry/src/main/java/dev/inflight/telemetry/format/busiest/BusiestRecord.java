package dev.inflight.telemetry.format.busiest;

import dev.inflight.telemetry.util.BigEndian;

/** Fields of a {@link BusiestFormat} header. */
final class BusiestRecord {
  static final int BYTES = 12;
  static final int MOST_HOPS = 255;
  static final int QUEUE_UNIT_BYTES = 256;

  private static final int MEASURE = 0;
  private static final int HOP = 2;
  private static final int HOPS = 3;
  private static final int LINK = 4;
  private static final int RATE = 8;
  private static final int QUEUE = 10;
  private static final double PARTS = 1024;
  private static final int LARGEST = 0xFFFF;
  private static final int PORT_BITS = 12;
  private static final long GIGA = 1_000_000_000;

  private BusiestRecord() {
  }

  /** Writes a header without a record. */
  static int clear(byte[] bytes, int at) {
    BigEndian.set64(bytes, at, 0);
    BigEndian.set32(bytes, at + Long.BYTES, 0);
    return BYTES;
  }

  /** U in units of the header. */
  static int measure(double inflight) {
    return (int) Math.min(Math.round(inflight * PARTS), LARGEST);
  }

  static double inflight(int measure) {
    return measure / PARTS;
  }

  static int link(int node, int port) {
    return node << PORT_BITS | port & (1 << PORT_BITS) - 1;
  }

  static int rate(long bitsPerSec) {
    return (int) Math.min(bitsPerSec / GIGA, LARGEST);
  }

  static int measure(byte[] bytes, int at) {
    return BigEndian.get16(bytes, at + MEASURE);
  }

  static int hop(byte[] bytes, int at) {
    return BigEndian.get8(bytes, at + HOP);
  }

  static int hops(byte[] bytes, int at) {
    return BigEndian.get8(bytes, at + HOPS);
  }

  static void hops(byte[] bytes, int at, int hops) {
    BigEndian.set8(bytes, at + HOPS, hops);
  }

  static int link(byte[] bytes, int at) {
    return BigEndian.get32(bytes, at + LINK);
  }

  static String name(int link) {
    return "node " + (link >>> PORT_BITS) + " port " + (link & (1 << PORT_BITS) - 1);
  }

  static int node(byte[] bytes, int at) {
    return link(bytes, at) >>> PORT_BITS;
  }

  static int port(byte[] bytes, int at) {
    return link(bytes, at) & (1 << PORT_BITS) - 1;
  }

  static int gigabitsPerSec(byte[] bytes, int at) {
    return BigEndian.get16(bytes, at + RATE);
  }

  static long queueBytes(byte[] bytes, int at) {
    return (long) BigEndian.get16(bytes, at + QUEUE) * QUEUE_UNIT_BYTES;
  }

  /** Replaces the record, but keeps the number of hops. */
  static void replace(byte[] bytes, int at, int measure, int hop, int link, int rate, long queueBytes) {
    BigEndian.set16(bytes, at + MEASURE, measure);
    BigEndian.set8(bytes, at + HOP, hop);
    BigEndian.set32(bytes, at + LINK, link);
    BigEndian.set16(bytes, at + RATE, rate);
    BigEndian.set16(bytes, at + QUEUE, (int) Math.min(queueBytes / QUEUE_UNIT_BYTES, LARGEST));
  }

  /** True if the fields of a header are consistent. */
  static boolean isWellFormed(byte[] bytes, int at) {
    int hops = hops(bytes, at);
    int hop = hop(bytes, at);
    return hops == 0 ? BigEndian.get64(bytes, at) == 0 && BigEndian.get32(bytes, at + Long.BYTES) == 0 : hop >= 1 && hop <= hops;
  }
}
