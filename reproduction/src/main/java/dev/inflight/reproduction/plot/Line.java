package dev.inflight.reproduction.plot;

/**
 * A line through points.
 *
 * @param name what the legend calls it
 * @param x where the points are, in units of the panel's axis
 * @param y how high they are; as many
 */
public record Line(String name, double[] x, double[] y) {
  /** Checks that each point has both coordinates. */
  public Line {
    if (x.length != y.length) {
      throw new IllegalArgumentException(name + " has " + x.length + " x and " + y.length + " y");
    }
  }
}
