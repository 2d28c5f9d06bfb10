package dev.inflight.lab.sweep;

import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.scenario.key.KeyPath;
import dev.inflight.lab.scenario.key.Overrides;
import java.util.List;

/**
 * Place of a scenario with several values.
 *
 * @param path path of the place, such as {@code scheme} or {@code flows.0.load}
 * @param values one or more distinct values
 * @param place place of their list
 */
public record SweepAxis(KeyPath path, List<Value> values, SourceLocation place) {
  /**
   * One of the values.
   *
   * @param text text in the form of {@code --set}
   * @param place place of the value
   * @param isYaml true if it is a list or a mapping; otherwise it is one word of any characters
   */
  public record Value(String text, SourceLocation place, boolean isYaml) {
  }

  /** The place in the form of {@code --set}. */
  public String key() {
    return path.key();
  }

  /** Column name in the table of points, valid in SQL without quotes, such as {@code flows_0_load}. */
  public String column() {
    return key().replace('.', '_');
  }

  /** Replacement of the scenario's value at a point. */
  Overrides.Replacement replacement(Value value) {
    return new Overrides.Replacement(key(), value.text(), value.place(), value.isYaml());
  }
}
