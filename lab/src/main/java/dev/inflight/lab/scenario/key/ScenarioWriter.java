package dev.inflight.lab.scenario.key;

import dev.inflight.lab.scenario.Axis;
import dev.inflight.lab.scenario.Catalog;
import dev.inflight.lab.scenario.Expectations;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.lab.scenario.code.ScenarioCode;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Writes a scenario in YAML with all values, including defaults, so that reading it results in the same setup. */
public final class ScenarioWriter {
  /** Keys after all others, because they may be long. */
  private static final List<String> LAST = List.of(Expectations.TARGETS, "ecn", "names", "events", Scenario.CLASSES,
      ScenarioCode.KEY);

  private ScenarioWriter() {
  }

  /** Returns the scenario as a YAML file. */
  public static String write(Scenario scenario) {
    return write(scenario, ScenarioKeys.declared());
  }

  /** Returns the file with these axes. */
  static String writeWith(Scenario scenario, List<Axis<?>> axes) {
    return write(scenario, axes.equals(Catalog.AXES) ? ScenarioKeys.declared() : ScenarioKeys.with(axes));
  }

  private static String write(Scenario scenario, List<ScenarioKey> keys) {
    Predicate<ScenarioKey> isLast = key -> LAST.contains(key.name());
    var yaml = new StringBuilder();
    Stream.concat(keys.stream().filter(isLast.negate()), keys.stream().filter(isLast)).forEach(key -> {
      String value = key.writer().apply(scenario);
      if (value != null) {
        yaml.append(key.name()).append(value.startsWith("\n") ? ":" : ": ").append(value).append('\n');
      }
    });
    return yaml.toString();
  }
}
