package dev.inflight.reproduction.figure;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * One statement of the paper on a figure, with the value of a run. One rule judges all claims: a published value or maximum
 * holds within 15 %, a published minimum holds exactly, and words get a bound of this project, which {@link #boundText} marks.
 *
 * @param id short name, such as {@code fig13-per-ack-falls}
 * @param statement statement about the measured quantity
 * @param published value or words of the paper
 * @param ours measured value
 * @param bound range of values with which the paper's statement holds here
 * @param known difference on record, and its reason
 * @param publishedValue value of the paper; NaN where it gives words or a picture
 * @param shortage reason why the data is insufficient; empty where it suffices
 */
public record Claim(String id, String statement, String published, double ours, Bound bound, Known known, double publishedValue,
    String shortage) {
  /** Relative distance from a published value within which a value agrees. */
  private static final double NEAR = 0.15;
  private static final int DIGITS = 3;
  private static final String TIMES = "times";
  private static final double LEAST_WITH_FOUR_DECIMALS = 0.001;

  /**
   * Range of values.
   *
   * @param least smallest value
   * @param excluded true if the value has to be larger than {@code least}
   * @param most largest value
   * @param unit unit of the bounds and of the value
   */
  public record Bound(double least, boolean excluded, double most, String unit) {
    /** Returns the range from one value to another, both included. */
    public static Bound between(double least, double most, String unit) {
      return new Bound(least, false, most, unit);
    }

    /** Returns the range of values up to {@code most}, included. */
    public static Bound atMost(double most, String unit) {
      return between(Double.NEGATIVE_INFINITY, most, unit);
    }

    /** Returns the range of values from {@code least}, included. */
    public static Bound atLeast(double least, String unit) {
      return between(least, Double.POSITIVE_INFINITY, unit);
    }

    /** Returns the range above a value. */
    public static Bound above(double floor, String unit) {
      return new Bound(floor, true, Double.POSITIVE_INFINITY, unit);
    }

    /** Returns the range within 15 % of a published value. */
    public static Bound near(double published, String unit) {
      return between((1 - NEAR) * published, (1 + NEAR) * published, unit);
    }

    /** Returns the range up to 15 % above a published maximum. */
    public static Bound within(double published, String unit) {
      return atMost((1 + NEAR) * published, unit);
    }

    /** Reports whether words alone set the bound: at most 0, above 0, or a ratio above 1. */
    boolean isDirection() {
      boolean isAboveOne = least == 1 && unit.equals(TIMES);
      return excluded && (least == 0 || isAboveOne) || least == Double.NEGATIVE_INFINITY && most == 0;
    }

    /** Reports whether a value is in the range; NaN never is. */
    public boolean holds(double value) {
      return (excluded ? value > least : value >= least) && value <= most;
    }

    /** Returns the range in words. */
    public String text() {
      if (least == Double.NEGATIVE_INFINITY) {
        return "at most " + number(most, unit);
      }
      return most == Double.POSITIVE_INFINITY
          ? (excluded ? "above " : "at least ") + number(least, unit)
          : number(least, "").strip() + " to " + number(most, unit);
    }
  }

  /**
   * A difference on record.
   *
   * @param range the values on record; others are surprises
   * @param reason an experiment that shows the cause, with its value; empty: the difference is not explained
   */
  public record Known(Bound range, String reason) {
    /** No known difference: the claim should hold. */
    public static final Known NONE = new Known(Bound.between(Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, ""), "");

    /** Returns a difference of known size without an experiment that shows its cause. */
    public static Known unexplained(Bound range) {
      return new Known(range, "");
    }
  }

  /** Creates a claim that should hold. */
  public Claim(String id, String statement, String published, double ours, Bound bound) {
    this(id, statement, published, ours, bound, Known.NONE);
  }

  /** Creates a claim that the paper makes in words or in a picture. */
  public Claim(String id, String statement, String published, double ours, Bound bound, Known known) {
    this(id, statement, published, ours, bound, known, Double.NaN, "");
  }

  /** Returns the claim with the paper's number. */
  public Claim against(double value) {
    return new Claim(id, statement, published, ours, bound, known, value, shortage);
  }

  /** Returns the claim with insufficient data for this reason; unchanged if the reason is empty. */
  public Claim shortOf(String why) {
    return new Claim(id, statement, published, ours, bound, known, publishedValue, why);
  }

  /** Returns the claim with a difference on record. */
  public Claim knowing(Known difference) {
    return new Claim(id, statement, published, ours, bound, difference, publishedValue, shortage);
  }

  /** Reports whether the data is insufficient; then the claim neither agrees nor differs. */
  public boolean isOpen() {
    return !shortage.isEmpty();
  }

  /** Returns the measured value divided by the paper's number, as text; empty if the paper gives no number. */
  public String ratioText() {
    return Double.isNaN(publishedValue) || publishedValue == 0 || Double.isNaN(ours) ? "" : number(ours / publishedValue, "");
  }

  /** Reports whether the paper's statement holds here. A missing value does not agree. */
  public boolean agrees() {
    return !isOpen() && bound.holds(ours);
  }

  /** Reports whether it differs as recorded, and an experiment shows the cause. */
  public boolean isExplained() {
    return isRecorded() && !known.reason.isEmpty();
  }

  /** Reports whether it differs as recorded, and no experiment shows the cause. */
  public boolean isUnexplained() {
    return isRecorded() && known.reason.isEmpty();
  }

  private boolean isRecorded() {
    return !isOpen() && !agrees() && known.range.holds(ours);
  }

  /** Reports whether it differs by more than the record, or in another direction. */
  public boolean surprises() {
    return !isOpen() && !agrees() && !isRecorded();
  }

  /** The bound in words; {@code (our bound)} marks one with a number that the paper does not give. */
  public String boundText() {
    return Double.isNaN(publishedValue) && !bound.isDirection() ? bound.text() + " (our bound)" : bound.text();
  }

  /** The measured value with its unit. */
  public String oursText() {
    return number(ours, bound.unit);
  }

  /** Three significant digits; whole numbers from 100 on, four decimals from 0.001 to 1. */
  private static String number(double value, String unit) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      return "none";
    }
    BigDecimal exact = new BigDecimal(value);
    double size = Math.abs(value);
    int decimals = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 4;
    BigDecimal rounded = size < LEAST_WITH_FOUR_DECIMALS
        ? exact.round(new MathContext(DIGITS))
        : exact.setScale(decimals, RoundingMode.HALF_UP);
    rounded = rounded.stripTrailingZeros();
    String digits = rounded.signum() == 0 ? "0" : rounded.toPlainString();
    return unit.isEmpty() ? digits : unit.equals(TIMES) ? digits + "x" : digits + " " + unit;
  }
}
