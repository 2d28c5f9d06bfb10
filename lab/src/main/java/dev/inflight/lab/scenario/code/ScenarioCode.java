package dev.inflight.lab.scenario.code;

import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.Notices;
import dev.inflight.lab.read.YamlNode;
import dev.inflight.lab.scenario.Axis;
import dev.inflight.lab.scenario.Catalog;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.lab.spec.CodeOrigin;
import dev.inflight.lab.spec.Extensions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Key {@code extensions} of a scenario: files and folders of code. Code is loaded only if the user allows it. A run records the
 * code of its results under this key.
 */
public final class ScenarioCode {
  /** Name of the key. */
  public static final String KEY = "extensions";
  /** Path of a jar, a source file or a folder of sources. */
  public static final String FILE = "file";
  /** Key of the code's SHA-256. */
  public static final String SHA_256 = "sha256";
  /** Names from this code in the scenario. */
  public static final String GIVES = "gives";

  private static final List<String> ENTRIES = List.of(FILE, GIVES, SHA_256);

  private ScenarioCode() {
  }

  /**
   * Returns the current extensions, and additional ones that a scenario names.
   *
   * @param written value of the key
   * @throws dev.inflight.lab.read.InputError if the user does not allow code of scenarios, or it cannot be loaded
   */
  public static Extensions load(YamlNode written) {
    Extensions all = Extensions.current();
    for (YamlNode item : written.isList() ? written.items() : List.of(written)) {
      all = with(all, item.called("an entry of " + KEY));
    }
    return all;
  }

  private static Extensions with(Extensions given, YamlNode item) {
    Map<String, YamlNode> entry = item.isMap() ? item.entries(ENTRIES) : Map.of(FILE, item);
    YamlNode file = entry.get(FILE);
    if (file == null) {
      throw item.place().error("'" + FILE + "' is missing in an entry of " + KEY + ", as in {file: my-scheme.jar}");
    }
    YamlNode stated = entry.get(SHA_256);
    String sha256 = stated == null ? null : stated.text(word -> word);
    if (sha256 != null && (has(given, sha256) || isGiven(given, item, entry.get(GIVES), sha256))) {
      return given;
    }
    Path path = file.text(file::sibling);
    if (sha256 == null && isFrom(given, path)) {
      return given;
    }
    Extensions.More more = given.more();
    if (more == null) {
      throw item.place().error("this scenario names code, " + Quoted.shortened(path.toString())
          + ", which would run with your rights; --allow-extensions permits that, and --with PATH gives it yourself");
    }
    Extensions loaded = more.load(path, sha256, item.place());
    return item.place().check(() -> given.and(loaded));
  }

  private static boolean has(Extensions given, String sha256) {
    return given.added().stream().anyMatch(one -> one.origin().sha256().equals(sha256));
  }

  private static boolean isFrom(Extensions given, Path path) {
    String absolute = path.toAbsolutePath().normalize().toString();
    return given.added().stream().anyMatch(one -> one.origin().path().equals(absolute));
  }

  /**
   * Reports whether the command line provides all names of this code in the scenario, and warns if it does so from other code.
   */
  private static boolean isGiven(Extensions given, YamlNode item, @Nullable YamlNode gives, String sha256) {
    if (gives == null) {
      return false;
    }
    for (YamlNode name : gives.isList() ? gives.items() : List.of(gives)) {
      if (!name.text(word -> given.added().stream().anyMatch(one -> one.name().equals(word)))) {
        return false;
      }
    }
    Notices.add(item.place(), KEY, "the code given by --with is not that of the scenario, which has the SHA-256 " + sha256);
    return true;
  }

  /** Returns the origins of code for a scenario's values, with the values' names; empty if all code is the program's own. */
  public static Map<CodeOrigin, TreeSet<String>> of(Scenario scenario) {
    var names = new LinkedHashMap<CodeOrigin, TreeSet<String>>();
    Catalog.AXES.forEach(axis -> add(axis, scenario, names));
    for (Scenario.ClassOfFlows one : scenario.classes()) {
      add(one.rules().scheme(), one.rules().scheme().name(), names);
      add(one.rules().telemetry(), one.rules().telemetry().name(), names);
      one.workloads().forEach(workload -> add(workload, workload.name(), names));
    }
    return names;
  }

  private static <T> void add(Axis<T> axis, Scenario scenario, Map<CodeOrigin, TreeSet<String>> names) {
    axis.place().in(scenario).forEach(value -> add(value, axis.binder().name(value), names));
  }

  private static void add(Object value, String name, Map<CodeOrigin, TreeSet<String>> names) {
    CodeOrigin origin = CodeOrigin.of(value);
    if (origin != null) {
      names.computeIfAbsent(origin, _ -> new TreeSet<>()).add(name);
    }
  }

  /**
   * Returns the value that a run writes for the key.
   *
   * @param quote quotes a text for YAML
   * @return entries in YAML; none if all code is the program's own
   */
  public static List<String> write(Scenario scenario, UnaryOperator<String> quote) {
    var entries = new ArrayList<String>();
    of(scenario).forEach((origin, names) -> entries.add("{" + FILE + ": " + quote.apply(origin.path()) + ", " + GIVES + ": ["
        + String.join(", ", names.stream().map(quote).toList()) + "], " + SHA_256 + ": " + quote.apply(origin.sha256()) + "}"));
    return entries;
  }
}
