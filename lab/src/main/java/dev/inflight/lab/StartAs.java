package dev.inflight.lab;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** How the start times of a flow file, in seconds, are understood. */
enum StartAs {
  /** As the decimal number that is written: 2.0004 is 2000400000 ns. */
  DECIMAL {
    @Override
    long picoseconds(String text) {
      return Units.exact("start", text, notNegative(text, Units.decimal("start", text)).movePointRight(12), "picoseconds");
    }
  },
  /** As the HPCC authors' simulator does: the nearest double, then truncated to nanoseconds; 2.0004 is 2000399999 ns. */
  DOUBLE {
    @Override
    long picoseconds(String text) {
      BigDecimal seconds = notNegative(text, new BigDecimal(Units.real("start", text)));
      BigDecimal nanoseconds = seconds.movePointRight(9).setScale(0, RoundingMode.FLOOR);
      return Units.exact("start", text, nanoseconds.movePointRight(3), "picoseconds");
    }
  };

  /** The time that is written, in picoseconds. */
  abstract long picoseconds(String text);

  private static BigDecimal notNegative(String text, BigDecimal seconds) {
    if (seconds.signum() < 0) {
      throw new IllegalArgumentException("start '" + text + "' is before 0");
    }
    return seconds;
  }
}
