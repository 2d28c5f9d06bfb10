package dev.inflight.telemetry.format.csig;

import dev.inflight.telemetry.util.BigEndian;

/** Where the fields of a CSIG tag stand, taken as one big-endian number; see {@link CsigFormat} and {@link CsigWideFormat}. */
public enum CsigTag {
  /** TPID 16, T 3, R 1, S 5, LM 7. */
  COMPACT(4, 13, 3, 7, 5, 0, 7, 1L << 12),
  /** TPID 16, LM 16, T 4, S 20, R 8. */
  WIDE(8, 28, 4, 8, 20, 32, 16, 0xFF);

  private static final int TPID_BITS = 16;

  final int sizeBytes;
  private final int signalShift;
  private final int signalMask;
  private final int valueShift;
  private final int valueMask;
  private final int locatorShift;
  private final int locatorBits;
  private final long reserved;

  CsigTag(int sizeBytes, int signalShift, int signalBits, int valueShift, int valueBits, int locatorShift, int locatorBits,
      long reserved) {
    this.sizeBytes = sizeBytes;
    this.signalShift = signalShift;
    signalMask = (1 << signalBits) - 1;
    this.valueShift = valueShift;
    valueMask = (1 << valueBits) - 1;
    this.locatorShift = locatorShift;
    this.locatorBits = locatorBits;
    this.reserved = reserved;
  }

  long load(byte[] bytes, int offset) {
    return this == COMPACT ? BigEndian.get32(bytes, offset) & 0xFFFF_FFFFL : BigEndian.get64(bytes, offset);
  }

  void store(byte[] bytes, int offset, long tag) {
    if (this == COMPACT) {
      BigEndian.set32(bytes, offset, (int) tag);
    } else {
      BigEndian.set64(bytes, offset, tag);
    }
  }

  /** A tag that no switch has seen: with the worst value to beat, and the locator that no switch writes. */
  long empty(int tpid, CsigSignal signal) {
    long start = signal.takesLeast() ? valueMask : 0;
    return (long) tpid << 8 * sizeBytes - TPID_BITS | (long) signal.code() << signalShift | start << valueShift
        | (long) noLink() << locatorShift;
  }

  int tpid(long tag) {
    return (int) (tag >>> 8 * sizeBytes - TPID_BITS) & 0xFFFF;
  }

  /** T, which need not be a signal's code. */
  int signal(long tag) {
    return (int) (tag >>> signalShift) & signalMask;
  }

  /** S. */
  int value(long tag) {
    return (int) (tag >>> valueShift) & valueMask;
  }

  int largestValue() {
    return valueMask;
  }

  /** LM. */
  int locator(long tag) {
    return (int) (tag >>> locatorShift) & noLink();
  }

  int locatorBits() {
    return locatorBits;
  }

  /** The locator of a tag that no switch has seen. */
  int noLink() {
    return (1 << locatorBits) - 1;
  }

  /** Whether switches have to leave the tag as it is: a reserved bit is set, one of which says so. */
  boolean isFrozen(long tag) {
    return (tag & reserved) != 0;
  }

  long with(long tag, int value, int locator) {
    long kept = tag & ~((long) valueMask << valueShift | (long) noLink() << locatorShift);
    return kept | (long) value << valueShift | (long) locator << locatorShift;
  }
}
