package dev.inflight.wire.pcap;

/**
 * Interface description block of pcapng, with properties of the packets that refer to it.
 *
 * @param linkType number of their link type
 * @param snapBytes recorded bytes of each packet; 0 for all
 * @param resolution unit of their times: 10^-n s, or 2^-n s with the highest of eight bits set (if_tsresol)
 * @param offsetSeconds offset of their times, in seconds (if_tsoffset)
 * @param checkSequence length of their frame check sequences (if_fcslen), 0 to 255; 0 if unknown
 */
record PcapngInterface(int linkType, long snapBytes, int resolution, long offsetSeconds, int checkSequence) {
  /** Default unit of times. */
  static final int MICROSECONDS = 6;

  private static final int POWER_OF_TWO = 0x80;
  private static final int NS_DIGITS = 9;
  private static final int MOST_DIGITS = 19; // of a power of ten in 64 unsigned bits
  private static final long NS_PER_S = 1_000_000_000;
  private static final long MOST_SECONDS = Long.MAX_VALUE / NS_PER_S - 1;

  /** Bytes of the frame check sequence. The draft specifies bits, but its example has bytes. Values below 8 can only be bytes. */
  int checkSequenceBytes() {
    return checkSequence < Byte.SIZE ? checkSequence : checkSequence / Byte.SIZE;
  }

  /** Time for an unsigned number of units, in nanoseconds since 1970; {@link CaptureReader#NO_TIME} if 64 bits cannot hold it. */
  long timeNs(long units) {
    int digits = resolution & ~POWER_OF_TWO;
    long seconds;
    long ns;
    if ((resolution & POWER_OF_TWO) != 0) {
      seconds = digits < Long.SIZE ? units >>> digits : 0;
      ns = binaryNs(digits < Long.SIZE ? units & (1L << digits) - 1 : units, digits);
    } else if (digits <= NS_DIGITS) {
      long perSecond = power(digits);
      seconds = Long.divideUnsigned(units, perSecond);
      ns = Long.remainderUnsigned(units, perSecond) * power(NS_DIGITS - digits);
    } else {
      int finer = digits - NS_DIGITS;
      long whole = finer <= MOST_DIGITS ? Long.divideUnsigned(units, power(finer)) : 0;
      seconds = Long.divideUnsigned(whole, NS_PER_S);
      ns = Long.remainderUnsigned(whole, NS_PER_S);
    }
    if (seconds < 0 || seconds > MOST_SECONDS || offsetSeconds < -MOST_SECONDS || offsetSeconds > MOST_SECONDS - seconds) {
      return CaptureReader.NO_TIME;
    }
    return (seconds + offsetSeconds) * NS_PER_S + ns;
  }

  /** A binary fraction of {@code bits} bits, in nanoseconds. */
  private static long binaryNs(long fraction, int bits) {
    long high = Math.unsignedMultiplyHigh(fraction, NS_PER_S);
    long low = fraction * NS_PER_S;
    if (bits == 0) {
      return 0;
    }
    return bits < Long.SIZE ? high << Long.SIZE - bits | low >>> bits : high >>> Math.min(bits - Long.SIZE, Long.SIZE - 1);
  }

  private static long power(int digits) {
    long power = 1;
    for (int digit = 0; digit < digits; digit++) {
      power *= 10;
    }
    return power;
  }
}
