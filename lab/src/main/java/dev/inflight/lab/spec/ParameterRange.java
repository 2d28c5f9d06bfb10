package dev.inflight.lab.spec;

import dev.inflight.lab.read.Units;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Valid values of a numeric parameter while all others have their defaults. Trial determines them, so they agree with the code.
 *
 * @param least smallest value, of the parameter's type
 * @param most largest value, of the parameter's type
 */
public record ParameterRange(Number least, Number most) {
  private static final int SAMPLES = 16;
  /** Bound above which a rejection only means that a sum would overflow. */
  private static final long NO_DECISION = 100_000_000_000_000_000L;

  /**
   * Determines the range by trial.
   *
   * @param parameter parameter of type int, long or double
   * @param value valid value
   * @param accepts returns true if a value of the parameter's type is valid
   * @return range; null if the valid values, such as powers of two, are not a range
   */
  static @Nullable public ParameterRange of(Parameter parameter, Number value, Predicate<Number> accepts) {
    if (parameter.type() == double.class) {
      return of(ordinal(value.doubleValue()), ordinal(Double.NEGATIVE_INFINITY), ordinal(Double.POSITIVE_INFINITY), accepts,
          ParameterRange::real);
    }
    if (parameter.type() == int.class) {
      return of(value.longValue(), Integer.MIN_VALUE, Integer.MAX_VALUE, accepts, whole -> (int) whole);
    }
    return of(value.longValue(), Long.MIN_VALUE, Long.MAX_VALUE, accepts, whole -> whole);
  }

  private static @Nullable ParameterRange of(long start, long lowest, long highest, Predicate<Number> accepts,
      LongFunction<Number> value) {
    long least = end(start, lowest, accepts, value);
    long most = end(start, highest, accepts, value);
    if (least == most) {
      return null;
    }
    for (int sample = 1; sample <= SAMPLES; sample++) {
      long offset = (long) ((most - (double) least) * sample / (SAMPLES + 1.0));
      long between = Math.clamp(least + offset, least, most);
      if (!accepts.test(value.apply(between))) {
        return null;
      }
    }
    boolean dense = accepts.test(value.apply(Math.min(least + 1, most))) && accepts.test(value.apply(Math.max(most - 1, least)));
    boolean more = acceptsBeyond(most, highest, accepts, value) || acceptsBeyond(least, lowest, accepts, value);
    return dense && !more ? new ParameterRange(value.apply(least), value.apply(most)) : null;
  }

  /** Reports whether values beyond an end of the apparent range, at distances that are powers of two, are valid. */
  private static boolean acceptsBeyond(long end, long bound, Predicate<Number> accepts, LongFunction<Number> value) {
    for (long distance = 1; distance > 0 && Math.abs((double) bound - end) >= distance; distance *= 2) {
      if (accepts.test(value.apply(bound > end ? end + distance : end - distance))) {
        return true;
      }
    }
    return false;
  }

  /** Last valid value from a valid one toward a bound, with all values between them valid. */
  private static long end(long accepted, long bound, Predicate<Number> accepts, LongFunction<Number> value) {
    if (accepts.test(value.apply(bound))) {
      return bound;
    }
    long in = accepted;
    long out = bound;
    while (Math.abs((double) in - out) > 2 || Math.abs(in - out) > 1) {
      long middle = (in & out) + ((in ^ out) >> 1); // the mean, without overflow
      if (middle == in || middle == out) {
        break;
      }
      if (accepts.test(value.apply(middle))) {
        in = middle;
      } else {
        out = middle;
      }
    }
    return in;
  }

  /** Position of a real number in the order of all real numbers. */
  private static long ordinal(double real) {
    long bits = Double.doubleToLongBits(real == 0 ? 0.0 : real);
    return bits >= 0 ? bits : Long.MIN_VALUE - bits;
  }

  private static double real(long ordinal) {
    return Double.longBitsToDouble(ordinal >= 0 ? ordinal : Long.MIN_VALUE - ordinal);
  }

  /** Returns the range in words, with units: {@code above 0 to 1}, {@code 0ps or more}. */
  public String format(Parameter parameter) {
    if (least instanceof Double) {
      return format(parameter, least.doubleValue(), most.doubleValue());
    }
    boolean open = most.longValue() >= (parameter.type() == int.class ? Integer.MAX_VALUE : NO_DECISION);
    if (open && least.longValue() == (parameter.type() == int.class ? Integer.MIN_VALUE : Long.MIN_VALUE)) {
      return "";
    }
    boolean positive = least.longValue() == 1
        && (parameter.unit() == Parameter.Unit.RATE || parameter.unit() == Parameter.Unit.TIME);
    boolean hasUnit = parameter.unit() == Parameter.Unit.RATE || parameter.unit() == Parameter.Unit.TIME;
    String before = hasUnit && !positive && least.longValue() > 0 ? parameter.format(least.longValue() - 1) : "";
    boolean above = !before.isEmpty() && before.length() < parameter.format(least).length();
    String from = positive ? "above 0" : above ? "above " + before : parameter.format(least);
    if (open) {
      return positive || above ? from : from + " or more";
    }
    String behind = hasUnit ? parameter.format(most.longValue() + 1) : "";
    boolean below = !behind.isEmpty() && behind.length() < parameter.format(most).length();
    return from + " to " + (below ? "below " + behind : parameter.format(most));
  }

  private static String format(Parameter parameter, double least, double most) {
    double before = Math.nextDown(least);
    boolean above = isRounder(before, least);
    String from = above ? "above " + bound(parameter, before) : bound(parameter, least);
    if (most == Double.MAX_VALUE) {
      return above ? from : from + " or more";
    }
    double behind = Math.nextUp(most);
    return from + " to " + (isRounder(behind, most) ? "below " + bound(parameter, behind) : bound(parameter, most));
  }

  private static String bound(Parameter parameter, double bound) {
    boolean large = parameter.unit() == Parameter.Unit.SIZE && bound == Math.rint(bound) && bound < Long.MAX_VALUE;
    return large ? Units.formatSize((long) bound) : parameter.format(bound);
  }

  /** Reports whether the first number is shorter than the second one, which is next to it, and therefore better for messages. */
  private static boolean isRounder(double one, double other) {
    return Double.toString(one).length() < Double.toString(other).length();
  }
}
