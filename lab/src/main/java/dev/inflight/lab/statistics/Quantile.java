package dev.inflight.lab.statistics;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * The quantile of n values for a share p, by nearest rank: the value at rank ceil(p n), counted from 1 in rising order, and at rank 1 for p = 0. It is
 * the least of the values that at least this share of them does not exceed, and always one of them. p is the decimal that it is written as, so
 * that 0.07 of 100 values is the 7th, whatever 0.07 is as a binary fraction. In SQL that is DuckDB's {@code quantile_disc} with a decimal literal.
 */
public final class Quantile {
  /**
   * Macro of DuckDB, {@code at_share(sorted, n, share)}: the quantile of a list in rising order, with a share that may be computed and may
   * be outside 0 to 1.
   */
  public static final String AT_SHARE = "CREATE MACRO at_share(sorted, n, share) AS"
      + " sorted[greatest(1, least(n, ceil(share * n)))::BIGINT];";

  private static final long MILLION = 1_000_000;

  private Quantile() {
  }

  /**
   * The rank of the quantile.
   *
   * @param share 0 to 1
   * @param count of the values, 1 or more
   * @return 1 to {@code count}
   */
  public static long rank(double share, long count) {
    if (count < 1 || !(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException("no quantile: share " + share + " of " + count + " values");
    }
    long millionths = Math.round(share * MILLION);
    if (millionths / (double) MILLION == share && count <= Long.MAX_VALUE / MILLION) { // a start needs no class of big numbers
      return Math.max(1, Math.ceilDiv(millionths * count, MILLION));
    }
    return Math.max(1,
        BigDecimal.valueOf(share).multiply(BigDecimal.valueOf(count)).setScale(0, RoundingMode.CEILING).longValueExact());
  }

  /** Returns the rank for a share of {@code part} in {@code parts}, which may have no decimal form. */
  public static long rank(int part, int parts, long count) {
    if (count < 1 || part < 0 || part > parts) {
      throw new IllegalArgumentException("no quantile: " + part + " of " + parts + " parts of " + count + " values");
    }
    return Math.max(1, Math.ceilDiv(Math.multiplyExact(part, count), (long) parts));
  }

  /**
   * The quantile.
   *
   * @param sorted the values in rising order, one or more
   * @param share 0 to 1
   */
  public static double of(double[] sorted, double share) {
    return sorted[(int) rank(share, sorted.length) - 1];
  }

  /**
   * Returns the class of the quantile in a histogram.
   *
   * @param counts number of values of each class, the classes in rising order
   * @param share share of the quantile, 0 to 1
   * @return the number of its class, from 0; -1 when there are no values
   */
  public static int classOf(long[] counts, double share) {
    long count = 0;
    for (long ofClass : counts) {
      count += ofClass;
    }
    if (count == 0) {
      return -1;
    }
    long left = rank(share, count);
    int at = 0;
    while (counts[at] < left) {
      left -= counts[at++];
    }
    return at;
  }

  /**
   * The expression of DuckDB for quantiles of a column, or for a list of them.
   *
   * @param share a decimal literal, such as {@code 0.99}, or a list of these in brackets
   */
  public static String sql(String column, String share) {
    return "quantile_disc(" + column + ", " + share + ")";
  }
}
