package dev.inflight.lab.author;

import dev.inflight.lab.scenario.key.ScenarioKeys;
import dev.inflight.lab.scenario.key.ScenarioKey;
import dev.inflight.lab.print.TextColumns;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.scenario.Catalog;
import dev.inflight.lab.scenario.key.Overrides;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.lab.scenario.key.ScenarioFile;
import dev.inflight.lab.scenario.key.ScenarioWriter;
import dev.inflight.lab.spec.SpecBinder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Scenario to start from: it sets the main keys, and lists every other key in a comment, with its default and meaning.
 *
 * @param topology a spec
 * @param flows a spec
 * @param scheme a spec
 * @param more values of further keys, as YAML after the colon
 */
public record ScenarioTemplate(String topology, String flows, String scheme, Map<String, String> more) {
  /** Two-tier fabric with the web search traffic of the HPCC paper; a run takes a few seconds. */
  public static final ScenarioTemplate DEFAULT = new ScenarioTemplate("leaf-spine(leaves=4, spines=2, hostsPerLeaf=8)",
      "poisson(load=0.5, sizes=websearch, duration=2ms)", "hpcc", Map.of());

  /** Comments about keys that have no default to show. */
  private static final String SWEPT = """

      # Values to try, each combination of which ./inflight sweep runs:
      #   sweep: {scheme: [hpcc, dcqcn], seed: [1, 2, 3]}
      """;
  private static final Set<String> SERIES = Set.of("series");

  /** Copies the map. */
  public ScenarioTemplate {
    more = Map.copyOf(more);
  }

  /**
   * Returns the text of the file.
   *
   * @param path path of the file, for messages
   * @throws dev.inflight.lab.read.InputError when the text is no scenario
   */
  public String text(Path path) {
    return text(path, "\n  - " + value(flows));
  }

  /** Returns the text without reading its flows: a trace may be large, and {@link Fitting} has read it. */
  public String textOfFitted(Path path) {
    return text(path, value(new JoinedHosts(path, topology).oneFlow()));
  }

  private String text(Path path, String flowsToRead) {
    Map<String, String> written = new LinkedHashMap<>();
    written.put("topology", value(topology));
    written.put("flows", "\n  - " + value(flows));
    written.put("scheme", value(scheme));
    written.put("seed", "1");
    written.put("series", series("20us"));
    written.putAll(more);
    Map<String, String> defaults = defaults(path, written, flowsToRead);
    var text = new StringBuilder("# yaml-language-server: $schema=" + ScenarioSchema.FILE_NAME + "\n");
    text.append("# Scenario. A comment after '#' has the default, and the other values.\n");
    for (ScenarioKey key : ScenarioKeys.declared()) {
      String value = written.get(key.name());
      String shown = value == null ? defaults.get(key.name()) : value;
      if (shown == null || key.name().equals("name")) {
        continue; // lists that are empty by default
      }
      text.append('\n');
      TextColumns.wrap(meaning(key), "# ", TextColumns.WIDTH).forEach(line -> text.append(line).append('\n'));
      text.append(value == null ? "# " : "").append(key.name()).append(':').append(shown.startsWith("\n") ? "" : " ")
          .append(shown).append('\n');
    }
    return text.append(SWEPT).toString();
  }

  /** Series of ports to hosts, with a row for each interval. */
  static String series(String every) {
    return "{every: " + every + ", flows: none, ports: to-hosts}";
  }

  private static String meaning(ScenarioKey key) {
    String also = Catalog.AXES.stream().filter(axis -> axis.name().equals(key.name())).findFirst()
        .map(axis -> ". Of these: " + String.join(", ", names(axis.binder())) + "; ./inflight list " + axis.listing().kind())
        .orElse("");
    String meaning = key.meaning();
    return Character.toUpperCase(meaning.charAt(0)) + meaning.substring(1) + also + ".";
  }

  private static <T> List<String> names(SpecBinder<T> binder) {
    return binder.names();
  }

  /** Returns the defaults of the keys that the scenario does not set, as YAML after the colon. */
  private static Map<String, String> defaults(Path path, Map<String, String> written, String flowsToRead) {
    var yaml = new StringBuilder();
    written.forEach(
        (key, value) -> yaml.append(key).append(": ").append(key.equals("flows") ? flowsToRead : value).append('\n'));
    Scenario scenario = ScenarioFile.read(InputText.of(path, yaml.toString().getBytes(StandardCharsets.UTF_8)), Overrides.NONE);
    var defaults = new LinkedHashMap<String, String>();
    for (String line : ScenarioWriter.write(scenario).lines().toList()) {
      int colon = line.indexOf(": ");
      if (colon > 0 && !line.startsWith(" ") && !SERIES.contains(line.substring(0, colon))) {
        defaults.put(line.substring(0, colon), line.substring(colon + 2));
      }
    }
    return defaults;
  }

  /** Returns a spec as a YAML value, in quotes where it needs them. */
  public static String value(String spec) {
    return spec.matches("[A-Za-z][A-Za-z0-9-]*([(][^#:]*[)])?") ? spec : "'" + spec.replace("'", "''") + "'";
  }
}
