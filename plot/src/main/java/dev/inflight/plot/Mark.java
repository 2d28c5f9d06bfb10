package dev.inflight.plot;

/**
 * A dashed line across a panel, such as a published value.
 *
 * @param name what stands beside it
 * @param at where it is on its axis
 * @param vertical whether it marks a value of the x axis
 */
public record Mark(String name, double at, boolean vertical) {
  /** A value of the y axis. */
  public static Mark level(String name, double y) {
    return new Mark(name, y, false);
  }

  /** A value of the x axis, such as an instant. */
  public static Mark at(String name, double x) {
    return new Mark(name, x, true);
  }
}
