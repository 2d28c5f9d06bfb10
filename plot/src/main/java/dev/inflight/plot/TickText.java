package dev.inflight.plot;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;

/** Kind of text at ticks. */
public enum TickText {
  /** The plain number. */
  NUMBER(List.of()),
  /** Bytes, in units of 1000. */
  BYTES(List.of("B", "KB", "MB", "GB", "TB")),
  /** Nanoseconds, up to seconds. */
  TIME(List.of("ns", "\u00b5s", "ms", "s"));

  private static final int DIGITS = 6;
  private static final double STEP = 1000;
  private static final double PLAIN_FROM = 1e-4;
  private static final double PLAIN_TO = 1e6;

  /** Units, each a thousand times the previous one. */
  private final List<String> units;

  TickText(List<String> units) {
    this.units = units;
  }

  /** Text of a value. */
  public String of(double value) {
    if (units.isEmpty()) {
      return number(value);
    }
    int at = 0;
    double factor = 1;
    while (at + 1 < units.size() && Math.abs(value) >= factor * STEP) {
      at++;
      factor *= STEP;
    }
    return number(value / factor) + " " + units.get(at);
  }

  private static String number(double value) {
    BigDecimal rounded = new BigDecimal(value).round(new MathContext(DIGITS)).stripTrailingZeros();
    double size = Math.abs(value);
    return size == 0
        ? "0"
        : size >= PLAIN_FROM && size < PLAIN_TO
            ? rounded.toPlainString()
            : rounded.toString().replace("E+", "e").replace('E', 'e');
  }
}
