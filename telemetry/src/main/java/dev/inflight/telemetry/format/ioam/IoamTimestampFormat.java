package dev.inflight.telemetry.format.ioam;

/**
 * Units of the fraction of an IOAM time stamp (RFC 9197 §5). All fractions repeat each second, but at different values: only
 * NTP's is a full 32-bit counter.
 */
public enum IoamTimestampFormat {
  /** Nanoseconds, 0 to 10^9 - 1 (IEEE 1588, truncated). */
  PTP("Ns"),
  /** Units of 2^-32 s, about 233 ps, 0 to 2^32 - 2. */
  NTP(""),
  /** Microseconds, 0 to 10^6 - 1, as Linux writes them. */
  POSIX("Us");

  static final long PS_PER_SECOND = 1_000_000_000_000L;

  private static final long PS_PER_NS = 1000;
  private static final long PS_PER_US = 1_000_000;
  // 10^12 = 2^12 * 5^12, so that one second's picoseconds times 2^32 / 10^12 need not leave 64 bits
  private static final long FIVE_TO_THE_12TH = 244_140_625;
  private static final int NTP_SHIFT = 20;
  private static final long LARGEST = 0xFFFF_FFFEL;

  private final String unit;

  IoamTimestampFormat(String unit) {
    this.unit = unit;
  }

  /** Unit, as the end of a field's name. */
  String unit() {
    return unit;
  }

  /** Fraction at an instant; never all ones, which would mark a missing time stamp. */
  long fraction(long nowPs) {
    long ps = nowPs % PS_PER_SECOND;
    return switch (this) {
      case PTP -> ps / PS_PER_NS;
      case POSIX -> ps / PS_PER_US;
      case NTP -> Math.min((ps << NTP_SHIFT) / FIVE_TO_THE_12TH, LARGEST);
    };
  }

  /** Picoseconds into the second for a fraction of 32 bits; -1 for all ones or more than a second. */
  long ps(long fraction) {
    long ps = switch (this) {
      case PTP -> fraction * PS_PER_NS;
      case POSIX -> fraction * PS_PER_US;
      case NTP -> fraction > LARGEST ? PS_PER_SECOND : fraction * FIVE_TO_THE_12TH >>> NTP_SHIFT;
    };
    return ps < PS_PER_SECOND ? ps : -1;
  }
}
