package dev.inflight.telemetry.format.p4int;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.util.BigEndian;

/** Positions of the fields of an INT-MD header, and the checks of its validity: see {@link IntFormat}. */
final class IntHeader {
  static final int SHIM_BYTES = 4;
  static final int FIXED_WORDS = 3;
  static final int BYTES = SHIM_BYTES + 4 * FIXED_WORDS;
  static final int MAX_WORDS = 255;
  static final int TYPE_MD = 1;
  /** Type of a header that the last node of the path reads and intermediate nodes ignore. */
  static final int TYPE_DESTINATION = 2;
  static final int TYPE_MX = 3;
  static final int VERSION = 2;
  static final int NPT_DSCP = 0;
  static final int NPT_UDP_PAYLOAD = 1;
  static final int NPT_L4_HEADER = 2;

  static final int DISCARD = 1 << 27;
  static final int HOP_COUNT_EXCEEDED = 1 << 26;
  static final int MTU_EXCEEDED = 1 << 25;

  static final int NODE_ID = 0x8000;
  static final int INTERFACES = 0x4000;
  static final int HOP_LATENCY = 0x2000;
  static final int QUEUE = 0x1000;
  static final int INGRESS_TIMESTAMP = 0x0800;
  static final int EGRESS_TIMESTAMP = 0x0400;
  static final int LEVEL_2_INTERFACES = 0x0200;
  static final int TX_UTILIZATION = 0x0100;
  static final int BUFFER = 0x0080;
  static final int CHECKSUM_COMPLEMENT = 0x0001;
  private static final int TWO_WORDS = INGRESS_TIMESTAMP | EGRESS_TIMESTAMP | LEVEL_2_INTERFACES;

  /** Domain Specific ID of headers with relative hops, "RE" in ASCII; DS Flags is their number, and they are the path's first. */
  static final int RELATIVE = 0x5245;

  private IntHeader() {
  }

  /** Words that a hop writes for these instructions. */
  static int words(int instructions) {
    return Integer.bitCount(instructions) + Integer.bitCount(instructions & TWO_WORDS);
  }

  /** Offset, in a hop's block, of an instruction's metadata; -1 if the instructions do not request it. */
  static int position(int instructions, int instruction) {
    return (instructions & instruction) == 0 ? -1 : 4 * words(instructions & -(instruction << 1));
  }

  static int shim(byte[] bytes, int offset) {
    return BigEndian.get32(bytes, offset);
  }

  /** Words of header and stack behind the shim. */
  static int lengthWords(int shim) {
    return shim >>> 16 & 0xFF;
  }

  /** Bytes of shim, header and stack. */
  static int bytes(byte[] bytes, int offset) {
    return SHIM_BYTES + 4 * lengthWords(shim(bytes, offset));
  }

  static int type(int shim) {
    return shim >>> 28;
  }

  /** True if a shim is of the type that intermediate nodes ignore, and has no header behind it. */
  static boolean isBlank(int shim) {
    return type(shim) == TYPE_DESTINATION && lengthWords(shim) == 0;
  }

  static int nextProtocolType(int shim) {
    return shim >>> 26 & 3;
  }

  /** The header's first word: version, flags, Hop ML and Remaining Hop Count. */
  static int first(byte[] bytes, int offset) {
    return BigEndian.get32(bytes, offset + SHIM_BYTES);
  }

  static void first(byte[] bytes, int offset, int value) {
    BigEndian.set32(bytes, offset + SHIM_BYTES, value);
  }

  static int version(int first) {
    return first >>> 28;
  }

  static int hopWords(int first) {
    return first >>> 8 & 0x1F;
  }

  static int remainingHops(int first) {
    return first & 0xFF;
  }

  /** The header's second word: instructions and Domain Specific ID. */
  static int second(byte[] bytes, int offset) {
    return BigEndian.get32(bytes, offset + SHIM_BYTES + 4);
  }

  static int instructions(int second) {
    return second >>> 16;
  }

  static int domainId(int second) {
    return second & 0xFFFF;
  }

  /** Number of hops, the first on the path, that report ratios only. */
  static int relativeHops(byte[] bytes, int offset) {
    return domainId(second(bytes, offset)) == RELATIVE ? BigEndian.get32(bytes, offset + BYTES - 4) & 0xFFFF : 0;
  }

  /** Sets the number of hops that report ratios only. */
  static void relativeHops(byte[] bytes, int offset, int hops) {
    BigEndian.set32(bytes, offset + SHIM_BYTES + 4, second(bytes, offset) & 0xFFFF_0000 | RELATIVE);
    BigEndian.set32(bytes, offset + BYTES - 4, hops);
  }

  /** Hops in the stack of a header that {@link #check} accepts. The bytes below them belong to the source. */
  static int hops(byte[] bytes, int offset) {
    int hopWords = hopWords(first(bytes, offset));
    return hopWords == 0 ? 0 : (lengthWords(shim(bytes, offset)) - FIXED_WORDS) / hopWords;
  }

  /** Checks that {@code length} bytes are a whole header of INT-MD version 2. */
  static DecodeStatus check(byte[] bytes, int offset, int length) {
    if (length < SHIM_BYTES) {
      return DecodeStatus.TRUNCATED;
    }
    int shim = shim(bytes, offset);
    if (type(shim) != TYPE_MD || nextProtocolType(shim) > NPT_L4_HEADER) {
      return DecodeStatus.UNSUPPORTED;
    }
    if (length < SHIM_BYTES + 4) {
      return DecodeStatus.TRUNCATED;
    }
    int first = first(bytes, offset);
    if (version(first) != VERSION) {
      return DecodeStatus.UNSUPPORTED;
    }
    int stackWords = lengthWords(shim) - FIXED_WORDS;
    if (stackWords < 0) {
      return DecodeStatus.MALFORMED;
    }
    if (length < BYTES) {
      return DecodeStatus.TRUNCATED;
    }
    if (!isConsistent(stackWords, hopWords(first), second(bytes, offset))) {
      return DecodeStatus.MALFORMED;
    }
    return length < BYTES + 4 * stackWords ? DecodeStatus.TRUNCATED : DecodeStatus.READ;
  }

  /**
   * True if the stack's length agrees with the instructions. Only a Domain Specific ID permits a hop, and the source at the
   * stack's bottom, to add more words.
   */
  private static boolean isConsistent(int stackWords, int hopWords, int second) {
    int needed = words(instructions(second));
    if (domainId(second) != 0) {
      return hopWords >= needed;
    }
    return hopWords == needed && (hopWords == 0 ? stackWords == 0 : stackWords % hopWords == 0);
  }
}
