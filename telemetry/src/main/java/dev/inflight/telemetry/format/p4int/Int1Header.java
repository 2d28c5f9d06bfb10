package dev.inflight.telemetry.format.p4int;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.util.BigEndian;

/**
 * Positions of the fields of an INT 1.0 header (P4.org INT specification, version 1.0, April 2018, §4.6.1 and §4.7), behind TCP or UDP:
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------+---------------+---------------+-----------+---+
 * |  Type 1 or 2  |   Reserved    |    Length     |   DSCP    |R R|
 * +-------+---+-+-+-+-------------+-----+---------+-----------+---+
 * | Ver=1 |Rep|C|E|M|     Reserved      | Hop ML  |RemainingHopCnt|
 * +-------+---+-+-+-+-------------+-----+---------+---------------+
 * |      Instruction Bitmap       |           Reserved            |
 * +-------------------------------+-------------------------------+
 * |      Hop ML words of each hop, the last hop first             |
 * +---------------------------------------------------------------+
 * </pre>
 *
 * Length: words of header and stack, including the shim. Unlike version 2: timestamps have 32 bits, the shim keeps the DSCP and no port,
 * and the header has no domain fields. The shim's type has 8 bits, so the first four, which are version 2's type, are 0. The header is read
 * and never written; switches do not change it.
 */
final class Int1Header {
  static final int SHIM_BYTES = 4;
  static final int FIXED_WORDS = 3;
  static final int BYTES = 4 * FIXED_WORDS;
  static final int TYPE_HOP_BY_HOP = 1;
  static final int TYPE_DESTINATION = 2;
  static final int VERSION = 1;
  static final int COPY = 1 << 25;
  static final int HOP_COUNT_EXCEEDED = 1 << 24;
  static final int MTU_EXCEEDED = 1 << 23;

  private Int1Header() {
  }

  /** True if the first four bytes of a shim are those of version 1, or of a draft before it. */
  static boolean is(int shim) {
    int type = type(shim);
    return type == TYPE_HOP_BY_HOP || type == TYPE_DESTINATION;
  }

  static int type(int shim) {
    return shim >>> 24;
  }

  /** Words of the shim and all bytes behind it. */
  static int lengthWords(int shim) {
    return shim >>> 8 & 0xFF;
  }

  static int dscp(int shim) {
    return shim >>> 2 & 0x3F;
  }

  static int version(int first) {
    return first >>> 28;
  }

  static int replication(int first) {
    return first >>> 26 & 3;
  }

  static int hopWords(int first) {
    return first >>> 8 & 0x1F;
  }

  static int remainingHops(int first) {
    return first & 0xFF;
  }

  /** Words that a hop writes for these instructions. */
  static int words(int instructions) {
    return Integer.bitCount(instructions) + Integer.bitCount(instructions & IntHeader.LEVEL_2_INTERFACES);
  }

  static int first(byte[] bytes, int offset) {
    return BigEndian.get32(bytes, offset + SHIM_BYTES);
  }

  static int instructions(byte[] bytes, int offset) {
    return BigEndian.get16(bytes, offset + SHIM_BYTES + 4);
  }

  /** Checks that {@code length} bytes are a whole header of version 1, of the type in which hops write. */
  static DecodeStatus check(byte[] bytes, int offset, int length) {
    int shim = BigEndian.get32(bytes, offset);
    if (length < SHIM_BYTES + 4) {
      return DecodeStatus.TRUNCATED;
    }
    int first = first(bytes, offset);
    if (version(first) != VERSION || type(shim) != TYPE_HOP_BY_HOP) {
      return DecodeStatus.UNSUPPORTED;
    }
    int stackWords = lengthWords(shim) - FIXED_WORDS;
    if (stackWords < 0) {
      return DecodeStatus.MALFORMED;
    }
    if (length < BYTES) {
      return DecodeStatus.TRUNCATED;
    }
    int hopWords = hopWords(first);
    if (hopWords != words(instructions(bytes, offset)) || (hopWords == 0 ? stackWords != 0 : stackWords % hopWords != 0)) {
      return DecodeStatus.MALFORMED;
    }
    return length < BYTES + 4 * stackWords ? DecodeStatus.TRUNCATED : DecodeStatus.READ;
  }
}
