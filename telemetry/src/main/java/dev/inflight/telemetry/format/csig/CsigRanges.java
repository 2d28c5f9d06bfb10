package dev.inflight.telemetry.format.csig;

import java.util.Arrays;

/** Scale of the compact tag: ranges between thresholds, up to 32 for each signal. */
final class CsigRanges implements CsigScale {
  private static final int MOST_THRESHOLDS = 31;
  private static final double BITS_PER_MBIT = 1e6;
  private static final double PERCENT = 0.01;
  private static final double PS_PER_NS = 1000;
  private static final int MOST_DIGITS = 9;

  private final double[][] thresholds;

  /** Creates ranges from the texts of {@link CsigFormat}. */
  CsigRanges(String abwMbitPerSec, String abwRatioPercent, String pdNs, String nqdNs) {
    thresholds = new double[][] {parse("abwMbitPerSec", abwMbitPerSec, BITS_PER_MBIT),
        parse("abwRatioPercent", abwRatioPercent, PERCENT), parse("pdNs", pdNs, PS_PER_NS), parse("nqdNs", nqdNs, PS_PER_NS)};
  }

  private static double[] parse(String what, String text, double unit) {
    String[] numbers = text.strip().split("[ ,]+");
    if (numbers.length > MOST_THRESHOLDS) {
      throw new IllegalArgumentException(
          what + " has " + numbers.length + " thresholds; the tag has room for " + MOST_THRESHOLDS);
    }
    double[] parsed = new double[numbers.length];
    double last = 0;
    for (int n = 0; n < numbers.length; n++) {
      if (!isNumber(numbers[n])) {
        throw new IllegalArgumentException(what + ": '" + numbers[n] + "' is not a number");
      }
      parsed[n] = Double.parseDouble(numbers[n]) * unit;
      if (parsed[n] <= last) {
        throw new IllegalArgumentException(what + ": thresholds must be above 0 and ascending, found " + numbers[n]);
      }
      last = parsed[n];
    }
    return parsed;
  }

  /**
   * True for up to nine digits, optionally with a point and up to nine more. A regular expression would cost milliseconds at each
   * start.
   */
  private static boolean isNumber(String text) {
    int point = text.indexOf('.');
    return point < 0 ? isDigits(text, 0, text.length()) : isDigits(text, 0, point) && isDigits(text, point + 1, text.length());
  }

  private static boolean isDigits(String text, int from, int to) {
    for (int at = from; at < to; at++) {
      if (text.charAt(at) < '0' || text.charAt(at) > '9') {
        return false;
      }
    }
    return to > from && to - from <= MOST_DIGITS;
  }

  @Override
  public int bucket(CsigSignal signal, double value) {
    int found = Arrays.binarySearch(thresholds[signal.code()], value);
    return found >= 0 ? found + 1 : -found - 1;
  }

  @Override
  public double value(CsigSignal signal, int bucket) {
    double[] edges = thresholds[signal.code()];
    if (bucket == 0) {
      return 0;
    }
    int upper = signal.takesLeast() ? bucket - 1 : bucket;
    return edges[Math.min(upper, edges.length - 1)];
  }
}
