package dev.inflight.lab.statistics;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * Quantile of n values for a share p, by nearest rank: the value at rank ceil(p n), from 1 in ascending order, and at rank 1 for
 * p = 0. It is the least value that at least this share of the values does not exceed. p is exact in decimals: 0.07 of 100 values
 * is the 7th, whatever its binary fraction. In SQL, this is DuckDB's {@code quantile_disc} with a decimal literal.
 */
public final class Quantile {
  /**
   * DuckDB macro {@code at_share(sorted, n, share)}: the quantile of an ascending list, also for computed shares outside 0 to 1.
   */
  public static final String AT_SHARE = "CREATE MACRO at_share(sorted, n, share) AS"
      + " sorted[greatest(1, least(n, ceil(share * n)))::BIGINT];";

  private static final long MILLION = 1_000_000;

  private Quantile() {
  }

  /**
   * Rank of the quantile.
   *
   * @param share 0 to 1
   * @param count number of values, 1 or more
   * @return 1 to {@code count}
   */
  public static long rank(double share, long count) {
    if (count < 1 || !(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException("no quantile: share " + share + " of " + count + " values");
    }
    long millionths = Math.round(share * MILLION);
    // without the classes of big numbers, for a fast start
    if (millionths / (double) MILLION == share && count <= Long.MAX_VALUE / MILLION) {
      return Math.max(1, Math.ceilDiv(millionths * count, MILLION));
    }
    return Math.max(1,
        BigDecimal.valueOf(share).multiply(BigDecimal.valueOf(count)).setScale(0, RoundingMode.CEILING).longValueExact());
  }

  /** Returns the rank for a share of {@code part} in {@code parts}, which may have no exact decimal notation. */
  public static long rank(int part, int parts, long count) {
    if (count < 1 || part < 0 || part > parts) {
      throw new IllegalArgumentException("no quantile: " + part + " of " + parts + " parts of " + count + " values");
    }
    return Math.max(1, Math.ceilDiv(Math.multiplyExact(part, count), (long) parts));
  }

  /**
   * Value of the quantile.
   *
   * @param sorted one or more values in ascending order
   * @param share 0 to 1
   */
  public static double of(double[] sorted, double share) {
    return sorted[(int) rank(share, sorted.length) - 1];
  }

  /**
   * Returns the class of the quantile in a histogram.
   *
   * @param counts number of values of each class, in ascending order of classes
   * @param share share of the quantile, 0 to 1
   * @return number of the class, from 0; -1 without values
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
   * Returns DuckDB's expression for a quantile of a column, or a list of quantiles.
   *
   * @param share a decimal literal, such as {@code 0.99}, or a list of these in brackets
   */
  public static String sql(String column, String share) {
    return "quantile_disc(" + column + ", " + share + ")";
  }
}
