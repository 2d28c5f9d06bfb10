package dev.inflight.lab.sweep;

import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.scenario.key.KeyPath;
import dev.inflight.lab.scenario.key.Overrides;
import java.util.List;

/**
 * A place of a scenario with several values.
 *
 * @param path as in {@code scheme} or {@code flows.0.load}
 * @param values at least one, each once
 * @param place where they are listed
 */
public record SweepAxis(KeyPath path, List<Value> values, SourceLocation place) {
  /**
   * One of the values.
   *
   * @param text as {@code --set} takes it
   * @param place its place
   * @param isYaml whether it is a list, or keys and values; otherwise it is one word, whatever is in it
   */
  public record Value(String text, SourceLocation place, boolean isYaml) {
  }

  /** The place as {@code --set} names it. */
  public String key() {
    return path.key();
  }

  /** What the table of points calls it: a name that SQL takes without quotes, as in {@code flows_0_load}. */
  public String column() {
    return key().replace('.', '_');
  }

  /** The scenario's value at a point. */
  Overrides.Replacement replacement(Value value) {
    return new Overrides.Replacement(key(), value.text(), value.place(), value.isYaml());
  }
}
