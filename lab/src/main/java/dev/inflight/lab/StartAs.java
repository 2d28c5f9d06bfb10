package dev.inflight.lab;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** How times in the files of the HPCC authors' simulator, in seconds, are understood. */
enum StartAs {
  /** As the decimal number that is written: 2.0004 is 2000400000 ns. */
  DECIMAL {
    @Override
    long picoseconds(String what, String text) {
      return Units.exact(what, text, notNegative(what, text, Units.decimal(what, text)).movePointRight(12), "picoseconds");
    }
  },
  /** As the HPCC authors' simulator does: the nearest double, then truncated to nanoseconds; 2.0004 is 2000399999 ns. */
  DOUBLE {
    @Override
    long picoseconds(String what, String text) {
      BigDecimal seconds = notNegative(what, text, new BigDecimal(Units.real(what, text)));
      BigDecimal nanoseconds = seconds.movePointRight(9).setScale(0, RoundingMode.FLOOR);
      return Units.exact(what, text, nanoseconds.movePointRight(3), "picoseconds");
    }
  };

  /** The time that is written, in picoseconds; {@code what} it is, for messages. */
  abstract long picoseconds(String what, String text);

  private static BigDecimal notNegative(String what, String text, BigDecimal seconds) {
    if (seconds.signum() < 0) {
      throw new IllegalArgumentException(what + " '" + text + "' is before 0");
    }
    return seconds;
  }
}
