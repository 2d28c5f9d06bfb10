package dev.inflight.plot;

import org.jspecify.annotations.Nullable;

/**
 * Line through points.
 *
 * @param name name in the legend
 * @param x x coordinates of the points, in units of the panel's axis, in rising order
 * @param y y coordinates of the points, in the same number; NaN for a gap
 * @param low lower edge of a band around the line, in the same number; null without a band
 * @param high upper edge of the band
 * @param steps true if the line keeps a point's y coordinate up to the next point
 */
public record Line(String name, double[] x, double[] y, double @Nullable [] low, double @Nullable [] high, boolean steps) {
  /** Checks that each point has all coordinates. */
  public Line {
    if (x.length != y.length || low != null && low.length != x.length || high != null && high.length != x.length
        || (low == null) != (high == null)) {
      throw new IllegalArgumentException(name + " has " + x.length + " x and " + y.length + " y");
    }
  }

  /** Creates a line without a band and without steps. */
  public Line(String name, double[] x, double[] y) {
    this(name, x, y, null, null, false);
  }

  /** Creates a line in steps. */
  public static Line inSteps(String name, double[] x, double[] y) {
    return new Line(name, x, y, null, null, true);
  }
}
