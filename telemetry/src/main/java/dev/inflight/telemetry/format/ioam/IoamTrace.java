package dev.inflight.telemetry.format.ioam;

/**
 * The trace header, eight bytes that are the same in the pre-allocated and in the incremental trace (RFC 9197 §4.4.1), taken as one
 * big-endian number.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-------------------------------+---------+-+-+-+-+-------------+
 * |         Namespace-ID          | NodeLen |O|L|A|0| RemainingLen|
 * +-------------------------------+---------+-+-+-+-+-------------+
 * |               IOAM-Trace-Type                 |   Reserved    |
 * +-----------------------------------------------+---------------+
 * </pre>
 *
 * NodeLen, RemainingLen: in words. O: a node found no room. L and A, loopback and active (RFC 9322), are ignored here.
 */
final class IoamTrace {
  static final int HEADER_BYTES = 8;
  static final int WORD_BYTES = 4;
  static final int MOST_REMAINING_WORDS = 0x7F;
  static final long OVERFLOW = 1L << 42;
  static final long LOOPBACK = 1L << 41;
  static final long ACTIVE = 1L << 40;

  /** Bits that a node's own data does not change, and O. */
  static final long FIXED = 0xFFFF_FC00_FFFF_FF00L;

  private IoamTrace() {
  }

  static long header(int namespaceId, int type, int remainingWords) {
    return (long) namespaceId << 48 | (long) IoamTraceType.nodeLen(type) << 43 | (long) remainingWords << 32 | (long) type << 8;
  }

  static int namespaceId(long header) {
    return (int) (header >>> 48);
  }

  static int nodeLen(long header) {
    return (int) (header >>> 43) & 0x1F;
  }

  static boolean overflow(long header) {
    return (header & OVERFLOW) != 0;
  }

  static int remainingWords(long header) {
    return (int) (header >>> 32) & MOST_REMAINING_WORDS;
  }

  static int type(long header) {
    return (int) (header >>> 8) & 0xFFFFFF;
  }

  /** Header after a node has written {@code words} words; at least that many must be left. */
  static long less(long header, int words) {
    return header - ((long) words << 32);
  }

  /** True if the fields of the header agree with each other. */
  static boolean isConsistent(long header) {
    return nodeLen(header) == IoamTraceType.nodeLen(type(header));
  }
}
