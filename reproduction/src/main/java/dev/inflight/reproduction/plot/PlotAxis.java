package dev.inflight.reproduction.plot;

/**
 * An axis.
 *
 * @param title what it measures, with its unit
 * @param from its lower end
 * @param to its upper end, above the lower one
 */
public record PlotAxis(String title, double from, double to) {
  private static final int ABOUT_STEPS = 7;

  /** Checks the order. */
  public PlotAxis {
    if (!(from < to)) {
      throw new IllegalArgumentException("axis '" + title + "' from " + from + " to " + to);
    }
  }

  /** An axis from 0 that has room for all values, and for the marks at them. */
  public static PlotAxis fromZero(String title, double largest) {
    double end = largest > 0 ? 1.05 * largest : 1;
    double step = new PlotAxis(title, 0, end).step();
    return new PlotAxis(title, 0, step * StrictMath.ceil(end / step));
  }

  /** The distance of ticks: 1, 2 or 5 times a power of ten. */
  double step() {
    double least = (to - from) / ABOUT_STEPS;
    double power = StrictMath.pow(10, StrictMath.floor(StrictMath.log10(least)));
    double digit = least / power;
    return (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10) * power;
  }
}
