package dev.inflight.lab.paper;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * What the paper says of a figure, and what a run says.
 *
 * @param id a short name, such as {@code fig13-per-ack-falls}
 * @param statement what is measured
 * @param published the paper's value or words
 * @param ours the value measured
 * @param bound what the value has to be for the paper's statement to hold here
 * @param known why it differs where it does, as {@code docs/validation.md} explains; empty if it should not
 */
public record Claim(String id, String statement, String published, double ours, Bound bound, String known) {
  /**
   * A range.
   *
   * @param least the smallest value
   * @param most the largest value
   * @param unit of both and of the value
   */
  public record Bound(double least, double most, String unit) {
    /** No more than this. */
    public static Bound atMost(double most, String unit) {
      return new Bound(Double.NEGATIVE_INFINITY, most, unit);
    }

    /** No less than this. */
    public static Bound atLeast(double least, String unit) {
      return new Bound(least, Double.POSITIVE_INFINITY, unit);
    }

    /** The range in words. */
    public String text() {
      if (least == Double.NEGATIVE_INFINITY) {
        return "at most " + number(most, unit);
      }
      return most == Double.POSITIVE_INFINITY
          ? "at least " + number(least, unit)
          : number(least, "").strip() + " to " + number(most, unit);
    }
  }

  /** A claim that should hold. */
  public Claim(String id, String statement, String published, double ours, Bound bound) {
    this(id, statement, published, ours, bound, "");
  }

  /** Whether the paper's statement holds here. A value that does not exist does not agree. */
  public boolean agrees() {
    return ours >= bound.least && ours <= bound.most;
  }

  /** Whether it differs without a reason that is known. */
  public boolean surprises() {
    return !agrees() && known.isEmpty();
  }

  /** The measured value with its unit. */
  public String oursText() {
    return number(ours, bound.unit);
  }

  /** Three digits that count. */
  private static String number(double value, String unit) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      return "none";
    }
    int decimals = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : Math.abs(value) >= 1 ? 2 : 4;
    BigDecimal rounded = new BigDecimal(value).setScale(decimals, RoundingMode.HALF_UP).stripTrailingZeros();
    String digits = rounded.signum() == 0 ? "0" : rounded.toPlainString();
    return unit.isEmpty() ? digits : digits + " " + unit;
  }
}
