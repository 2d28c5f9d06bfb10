package dev.inflight.plot;

import java.util.List;

/**
 * Axis of a panel.
 *
 * @param title quantity of the axis, with its unit
 * @param from lower end; above 0 on a {@link Scale#LOG} scale
 * @param to upper end, above the lower one
 * @param scale mapping of values to positions
 * @param text kind of text at its ticks
 */
public record PlotAxis(String title, double from, double to, Scale scale, TickText text) {
  private static final int ABOUT_STEPS = 7;
  private static final List<Integer> DIGITS_OF_ENDS = List.of(1, 2, 5, 10);

  /** Checks the order. */
  public PlotAxis {
    if (!(from < to) || scale == Scale.LOG && !(from > 0)) {
      throw new IllegalArgumentException("axis '" + title + "' from " + from + " to " + to);
    }
  }

  /** Creates a linear axis with numbers. */
  public PlotAxis(String title, double from, double to) {
    this(title, from, to, Scale.LINEAR, TickText.NUMBER);
  }

  /** Creates an axis from 0 with room for all values and marks. */
  public static PlotAxis fromZero(String title, double largest) {
    double end = largest > 0 ? 1.05 * largest : 1;
    double step = new PlotAxis(title, 0, end).step();
    return new PlotAxis(title, 0, step * StrictMath.ceil(end / step));
  }

  /** Creates a logarithmic axis around all values, with ends that are 1, 2 or 5 times a power of ten. */
  public static PlotAxis log(String title, double smallest, double largest, TickText text) {
    double from = end(smallest, false);
    double to = end(largest, true);
    return new PlotAxis(title, from, from < to ? to : end(2 * to, true), Scale.LOG, text);
  }

  /** Nearest end on one side of a value. */
  private static double end(double value, boolean above) {
    double power = StrictMath.pow(10, StrictMath.floor(StrictMath.log10(value)));
    double digit = value / power;
    double found = 1;
    for (int each : DIGITS_OF_ENDS) {
      if (above && each >= digit - 1e-9) {
        return each * power;
      }
      found = each <= digit + 1e-9 ? each : found;
    }
    return found * power;
  }

  /** Ticks, in rising order. */
  public List<Tick> ticks() {
    return Ticks.of(this);
  }

  /** Distance of ticks on a linear scale: 1, 2 or 5 times a power of ten. */
  double step() {
    double least = (to - from) / ABOUT_STEPS;
    double power = StrictMath.pow(10, StrictMath.floor(StrictMath.log10(least)));
    double digit = least / power;
    return (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10) * power;
  }
}
