package dev.inflight.telemetry.format.ioam;

/**
 * The IOAM-Trace-Type: 24 bits that select the fields of each node (RFC 9197 §4.4.1). Bit 0 is the most significant one. Fields
 * are in the order of their bits, and take one word of four bytes, or two if wide.
 */
final class IoamTraceType {
  static final int NODE = 0;
  static final int INTERFACES = 1;
  static final int SECONDS = 2;
  static final int FRACTION = 3;
  static final int TRANSIT_DELAY = 4;
  static final int NAMESPACE_DATA = 5;
  static final int QUEUE_DEPTH = 6;
  static final int CHECKSUM_COMPLEMENT = 7;
  static final int WIDE_NODE = 8;
  static final int WIDE_INTERFACES = 9;
  static final int WIDE_NAMESPACE_DATA = 10;
  static final int BUFFER_OCCUPANCY = 11;
  static final int FIRST_UNDEFINED = 12;
  static final int LAST_UNDEFINED = 21;
  static final int OPAQUE = 22;

  /** Bits that a source must leave 0: undefined ones and the reserved bit 23. */
  static final int UNDEFINED = 0x000FFD;

  private static final int COUNTED = 0xFFFFFC; // NodeLen counts neither the opaque snapshot nor bit 23
  private static final int WIDE = mask(WIDE_NODE) | mask(WIDE_INTERFACES) | mask(WIDE_NAMESPACE_DATA);

  private IoamTraceType() {
  }

  static int mask(int bit) {
    return 0x800000 >>> bit;
  }

  static boolean has(int type, int bit) {
    return (type & mask(bit)) != 0;
  }

  static boolean isWide(int bit) {
    return (WIDE & mask(bit)) != 0;
  }

  /** Words of one node's data without the opaque snapshot: 0 to 25. */
  static int nodeLen(int type) {
    return Integer.bitCount(type & COUNTED) + Integer.bitCount(type & WIDE);
  }

  /** Words of a node's data in front of a field. */
  static int wordsBefore(int type, int bit) {
    return nodeLen(type & -mask(bit) << 1);
  }

  /** Words of a node without a schema: its data, and the one word of an empty opaque snapshot. */
  static int wordsWithoutSchema(int type) {
    return nodeLen(type) + (has(type, OPAQUE) ? 1 : 0);
  }
}
