package dev.inflight.lab.files;

import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.Units;
import java.math.BigDecimal;
import java.math.RoundingMode;

/** Interpretation of times, in seconds, in the files of the HPCC authors' simulator. */
public enum StartTimeStyle {
  /** As exact decimal numbers: 2.0004 is 2000400000 ns. */
  DECIMAL {
    @Override
    public long picoseconds(String what, String text) {
      return Units.exact(what, text, notNegative(what, text, Units.decimal(what, text)).movePointRight(12), "picoseconds");
    }
  },
  /** As the HPCC authors' simulator does: the nearest double, then truncated to nanoseconds; 2.0004 is 2000399999 ns. */
  DOUBLE {
    @Override
    public long picoseconds(String what, String text) {
      double value = Units.real(what, text);
      if (value >= 1 && value < LONGEST_SECONDS) {
        long whole = (long) value;
        // The same as in Clock.AUTHORS: the fraction times 2^63 is exact, and so is the floor of its product with 10^9.
        return (whole * 1_000_000_000L + Math.multiplyHigh((long) ((value - whole) * 0x1p63), 2_000_000_000L)) * 1000;
      }
      BigDecimal seconds = notNegative(what, text, new BigDecimal(value));
      BigDecimal nanoseconds = seconds.movePointRight(9).setScale(0, RoundingMode.FLOOR);
      return Units.exact(what, text, nanoseconds.movePointRight(3), "picoseconds");
    }
  };

  /** Longest time, in seconds, that is sure to fit in a long of picoseconds. */
  private static final double LONGEST_SECONDS = 9e6;

  /** Returns a time in picoseconds from its text; {@code what} names it in messages. */
  public abstract long picoseconds(String what, String text);

  private static BigDecimal notNegative(String what, String text, BigDecimal seconds) {
    if (seconds.signum() < 0) {
      throw new IllegalArgumentException(what + " " + Quoted.of(text) + " is before 0");
    }
    return seconds;
  }
}
