package dev.inflight.plot;

/**
 * Tick on an axis.
 *
 * @param value position as a value of the axis
 * @param label text at the tick; empty for a minor tick
 */
public record Tick(double value, String label) {
  /** True if the tick has no label. */
  public boolean isMinor() {
    return label.isEmpty();
  }
}
