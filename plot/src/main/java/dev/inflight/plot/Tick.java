package dev.inflight.plot;

/**
 * A mark on an axis.
 *
 * @param value where it is
 * @param label what stands beside it; nothing beside a minor tick
 */
public record Tick(double value, String label) {
  /** Whether it has no label. */
  public boolean isMinor() {
    return label.isEmpty();
  }
}
