package dev.inflight.lab.sweep;

import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.scenario.key.KeyPath;
import dev.inflight.lab.scenario.key.Overrides;
import java.util.List;

/**
 * Place of a scenario with several values.
 *
 * @param path path of the place, as in {@code scheme} or {@code flows.0.load}
 * @param values values, at least one, each once
 * @param place place of their list
 */
public record SweepAxis(KeyPath path, List<Value> values, SourceLocation place) {
  /**
   * One of the values.
   *
   * @param text text in the form of {@code --set}
   * @param place place of the value
   * @param isYaml true if it is a list, or keys and values; otherwise it is one word, whatever its characters
   */
  public record Value(String text, SourceLocation place, boolean isYaml) {
  }

  /** The place as {@code --set} names it. */
  public String key() {
    return path.key();
  }

  /** Name of the column in the table of points, which SQL accepts without quotes, as in {@code flows_0_load}. */
  public String column() {
    return key().replace('.', '_');
  }

  /** The scenario's value at a point. */
  Overrides.Replacement replacement(Value value) {
    return new Overrides.Replacement(key(), value.text(), value.place(), value.isYaml());
  }
}
