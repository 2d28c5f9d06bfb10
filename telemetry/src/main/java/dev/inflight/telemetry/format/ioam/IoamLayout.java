package dev.inflight.telemetry.format.ioam;

import dev.inflight.telemetry.util.BigEndian;

/**
 * Positions, in a node's data, of the fields that congestion control needs. One number packs eight offsets in words, which a
 * trace computes once without allocation.
 */
final class IoamLayout {
  /** Queue depth; transit delay if the trace has no queue depth. */
  static final int QUEUE_DEPTH = 4;
  static final int TX_BYTES = 5;

  /** Modulus of seconds: 2^20, twelve days, which leaves room for picoseconds in 64 bits. */
  static final long SECONDS_MODULUS = 1L << 20;

  private static final int NODE = 0;
  private static final int INTERFACES = 1;
  private static final int SECONDS = 2;
  private static final int FRACTION = 3;
  private static final int WIDE_NODE = 6;
  private static final int WIDE_INTERFACES = 7;

  private static final int ABSENT = 0xFF;
  private static final long UNAVAILABLE = 0xFFFF_FFFFL;
  private static final long NODE_MASK = 0xFF_FFFF;
  private static final long PORT_MASK = 0xFFFF;
  private static final long WIDE_NODE_MASK = (1L << 56) - 1;

  private IoamLayout() {
  }

  static long of(int type, int txBytesBit) {
    return place(type, IoamTraceType.NODE, NODE) | place(type, IoamTraceType.INTERFACES, INTERFACES)
        | place(type, IoamTraceType.SECONDS, SECONDS) | place(type, IoamTraceType.FRACTION, FRACTION)
        | place(type, queueing(type), QUEUE_DEPTH) | place(type, txBytesBit, TX_BYTES)
        | place(type, IoamTraceType.WIDE_NODE, WIDE_NODE) | place(type, IoamTraceType.WIDE_INTERFACES, WIDE_INTERFACES);
  }

  private static int queueing(int type) {
    return hasSojourn(type) ? IoamTraceType.TRANSIT_DELAY : IoamTraceType.QUEUE_DEPTH;
  }

  /** True if nodes report the packet's time in the node instead of the queue. */
  static boolean hasSojourn(int type) {
    return !IoamTraceType.has(type, IoamTraceType.QUEUE_DEPTH) && IoamTraceType.has(type, IoamTraceType.TRANSIT_DELAY);
  }

  private static long place(int type, int bit, int field) {
    long words = bit >= 0 && IoamTraceType.has(type, bit) ? IoamTraceType.wordsBefore(type, bit) : ABSENT;
    return words << 8 * field;
  }

  private static int words(long layout, int field) {
    return (int) (layout >>> 8 * field) & 0xFF;
  }

  private static boolean has(long layout, int field) {
    return words(layout, field) != ABSENT;
  }

  private static long word(byte[] bytes, int at, long layout, int field) {
    return has(layout, field) ? IoamNodes.word(bytes, at + IoamTrace.WORD_BYTES * words(layout, field)) : UNAVAILABLE;
  }

  private static long wide(byte[] bytes, int at, long layout, int field) {
    return has(layout, field) ? BigEndian.get64(bytes, at + IoamTrace.WORD_BYTES * words(layout, field)) : -1;
  }

  /** Value of a field of one word; -1 if it is absent or unavailable. */
  static long field(byte[] bytes, int at, long layout, int field) {
    long word = word(bytes, at, layout, field);
    return word == UNAVAILABLE ? -1 : word;
  }

  /** Number of the node, the short one if present; -1 if it is absent or unavailable. */
  static long node(byte[] bytes, int at, long layout) {
    long node = word(bytes, at, layout, NODE) & NODE_MASK;
    if (node != NODE_MASK) {
      return node;
    }
    long wide = wide(bytes, at, layout, WIDE_NODE) & WIDE_NODE_MASK;
    return wide == WIDE_NODE_MASK ? -1 : wide;
  }

  /** Number of the egress interface, the short one if present; -1 if it is absent or unavailable. */
  static long egress(byte[] bytes, int at, long layout) {
    long port = word(bytes, at, layout, INTERFACES) & PORT_MASK;
    if (port != PORT_MASK) {
      return port;
    }
    long wide = wide(bytes, at, layout, WIDE_INTERFACES) & UNAVAILABLE;
    return wide == UNAVAILABLE ? -1 : wide;
  }

  /** Time stamp, with its seconds if the trace has them, in picoseconds; -1 if it is absent or unavailable. */
  static long timePs(byte[] bytes, int at, long layout, IoamTimestampFormat format) {
    long ps = format.ps(word(bytes, at, layout, FRACTION));
    if (ps < 0 || !has(layout, SECONDS)) {
      return ps;
    }
    long seconds = word(bytes, at, layout, SECONDS);
    return seconds == UNAVAILABLE ? -1 : seconds % SECONDS_MODULUS * IoamTimestampFormat.PS_PER_SECOND + ps;
  }
}
