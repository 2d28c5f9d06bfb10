package dev.inflight.plot;

import org.jspecify.annotations.Nullable;

/**
 * A line through points.
 *
 * @param name what the legend calls it
 * @param x where the points are, in units of the panel's axis, in rising order
 * @param y how high they are; as many; NaN where there is a gap
 * @param low the lower edge of a band around the line, as many; null without a band
 * @param high the upper edge
 * @param steps whether the line keeps a point's height up to the next one
 */
public record Line(String name, double[] x, double[] y, double @Nullable [] low, double @Nullable [] high, boolean steps) {
  /** Checks that each point has all coordinates. */
  public Line {
    if (x.length != y.length || low != null && low.length != x.length || high != null && high.length != x.length
        || (low == null) != (high == null)) {
      throw new IllegalArgumentException(name + " has " + x.length + " x and " + y.length + " y");
    }
  }

  /** Without a band and without steps. */
  public Line(String name, double[] x, double[] y) {
    this(name, x, y, null, null, false);
  }

  /** A line in steps. */
  public static Line inSteps(String name, double[] x, double[] y) {
    return new Line(name, x, y, null, null, true);
  }
}
