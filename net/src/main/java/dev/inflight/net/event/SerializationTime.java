package dev.inflight.net.event;

/** Arithmetic of serialization times, on links and in pacing. */
public enum SerializationTime {
  /** Picoseconds, rounded up: exact at all usual rates. */
  EXACT {
    @Override
    public long serializationPs(long bytes, long rateBitsPerSec) {
      return Math.ceilDiv(bytes * 8_000_000_000_000L, rateBitsPerSec);
    }
  },
  /**
   * Whole nanoseconds, truncated, as in the HPCC authors' simulator: bytes * 8 / rate as a double in seconds, of the fraction of
   * which 64 bits are kept, and those are cut to nanoseconds.
   */
  AUTHORS {
    @Override
    public long serializationPs(long bytes, long rateBitsPerSec) {
      double seconds = (double) bytes * 8.0 / (double) rateBitsPerSec;
      long whole = (long) seconds;
      long nanoseconds = Math.unsignedMultiplyHigh(fractionBits(seconds - whole), 1_000_000_000L);
      return (whole * 1_000_000_000L + nanoseconds) * 1000;
    }

    /**
     * The first 64 bits of a fraction from 0 to below 1. They need a long's sign bit too, so the last one is added separately.
     */
    private static long fractionBits(double fraction) {
      double scaled = fraction * 0x1p63;
      long first63 = (long) scaled;
      return first63 << 1 | (scaled - first63 >= 0.5 ? 1 : 0);
    }
  };

  /**
   * Returns the time to send a number of bytes, in picoseconds.
   *
   * @param bytes 0 to about a million
   * @param rateBitsPerSec above 0
   */
  public abstract long serializationPs(long bytes, long rateBitsPerSec);

  /** Times for all frame sizes from 0 to {@code largestBytes}, each with {@code gapBytes} of preamble and gap added. */
  public long[] table(int largestBytes, int gapBytes, long rateBitsPerSec) {
    long[] times = new long[largestBytes + 1];
    for (int bytes = 0; bytes <= largestBytes; bytes++) {
      times[bytes] = serializationPs(bytes + gapBytes, rateBitsPerSec);
    }
    return times;
  }
}
