package dev.inflight.plot;

/**
 * Dashed line across a panel, such as a published value.
 *
 * @param name label of the line
 * @param at value on its axis
 * @param vertical true if it marks a value of the x axis
 */
public record Mark(String name, double at, boolean vertical) {
  /** Creates a mark at a value of the y axis. */
  public static Mark level(String name, double y) {
    return new Mark(name, y, false);
  }

  /** Creates a mark at a value of the x axis, such as an instant. */
  public static Mark at(String name, double x) {
    return new Mark(name, x, true);
  }
}
