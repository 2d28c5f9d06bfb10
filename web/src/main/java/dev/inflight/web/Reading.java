package dev.inflight.web;

import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.lab.scenario.key.Overrides;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;
import org.teavm.jso.JSExport;

/** Result of reading a scenario: its errors, or its properties. */
public final class Reading {
  /** Error message for a scenario that names a file. */
  static final String NO_FILES = "a browser has no files that a scenario could name; ./inflight run reads them";
  private static final String SCHEME = "scheme";

  private final String problems;
  private final @Nullable Scenario scenario;
  private final @Nullable Estimate estimate;

  private Reading(String problems, @Nullable Scenario scenario) {
    this.problems = problems;
    this.scenario = scenario;
    estimate = scenario == null ? null : Estimate.of(scenario.setup());
  }

  /**
   * Reads a scenario in YAML.
   *
   * @param name name of the scenario in messages
   * @param scheme scheme that replaces the scenario's; empty: the scenario's
   */
  static Reading of(String text, String name, String scheme) {
    try {
      InputText alone = InputText.of(Path.of(name), text.getBytes(StandardCharsets.UTF_8)).alone(NO_FILES);
      if (ScenarioReader.isConfiguration(alone)) {
        throw alone.whole().error("this is a configuration of the HPCC authors' simulator, which names files: " + NO_FILES);
      }
      Overrides replacements = scheme.isEmpty() ? Overrides.NONE : Overrides.NONE.with(SCHEME, scheme);
      return new Reading("", ScenarioReader.readYaml(alone, replacements));
    } catch (InputError wrong) {
      return new Reading(wrong.exactly(), null);
    } catch (UnsupportedOperationException absent) {
      return new Reading(name + ": " + absent.getMessage() + "; ./inflight run has it", null);
    }
  }

  /** Errors, a line each: {@code name:line:column: error}; empty if there are none. */
  @JSExport
  public String problems() {
    return problems;
  }

  /** Warnings about settings that the author may not intend, a line each. */
  @JSExport
  public String warnings() {
    return scenario == null ? "" : String.join("\n", scenario.warnings());
  }

  /** Name and value of each property of the run, a line each, with a tab between. */
  @JSExport
  public String facts() {
    if (scenario == null || estimate == null) {
      return "";
    }
    var facts = new LinkedHashMap<String, String>();
    facts.put("hosts", String.valueOf(scenario.setup().topology().hostCount()));
    facts.put("switches", String.valueOf(scenario.setup().topology().nodeCount() - scenario.setup().topology().hostCount()));
    facts.put("flows", String.valueOf(scenario.setup().flows().count()));
    facts.put(SCHEME, scenario.setup().scheme().name());
    var lines = new StringBuilder();
    facts.forEach((key, value) -> lines.append(key).append('\t').append(value).append('\n'));
    return lines.toString();
  }

  /** Approximate number of packet-hops of the run. */
  @JSExport
  public double packetHops() {
    return estimate == null ? 0 : estimate.packetHops();
  }

  /** Reason why the run is too large for a browser; empty if it is not. */
  @JSExport
  public String tooLarge() {
    return estimate == null ? "" : estimate.tooLarge();
  }

  /** Builds the scenario's fabric. */
  @JSExport
  public Session start() {
    if (scenario == null) {
      throw new IllegalStateException("a scenario with errors cannot run");
    }
    return new Session(scenario.setup());
  }
}
