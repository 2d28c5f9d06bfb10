package dev.inflight.telemetry.format.csig;

import dev.inflight.telemetry.util.BigEndian;

/** Positions of the fields of a CSIG tag, taken as one big-endian number; see {@link CsigFormat} and {@link CsigWideFormat}. */
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

  /** Tag before the first switch: the best value, which any other value replaces, and the locator that no switch writes. */
  long empty(int tpid, CsigSignal signal) {
    long start = signal.takesLeast() ? valueMask : 0;
    return (long) tpid << 8 * sizeBytes - TPID_BITS | (long) signal.code() << signalShift | start << valueShift
        | (long) noLink() << locatorShift;
  }

  int tpid(long tag) {
    return (int) (tag >>> 8 * sizeBytes - TPID_BITS) & 0xFFFF;
  }

  /** Field T, which need not be the code of a signal. */
  int signal(long tag) {
    return (int) (tag >>> signalShift) & signalMask;
  }

  /** Field S. */
  int value(long tag) {
    return (int) (tag >>> valueShift) & valueMask;
  }

  int largestValue() {
    return valueMask;
  }

  /** Field LM. */
  int locator(long tag) {
    return (int) (tag >>> locatorShift) & noLink();
  }

  int locatorBits() {
    return locatorBits;
  }

  /** Locator of a tag that no switch has seen. */
  int noLink() {
    return (1 << locatorBits) - 1;
  }

  /** True if switches must not change the tag: a reserved bit is set, and one of the reserved bits has this meaning. */
  boolean isFrozen(long tag) {
    return (tag & reserved) != 0;
  }

  long with(long tag, int value, int locator) {
    long kept = tag & ~((long) valueMask << valueShift | (long) noLink() << locatorShift);
    return kept | (long) value << valueShift | (long) locator << locatorShift;
  }
}
