package dev.inflight.app.reference;

import dev.inflight.lab.read.InputText;
import dev.inflight.lab.scenario.Axis;
import dev.inflight.lab.scenario.Catalog;
import dev.inflight.lab.scenario.key.Overrides;
import dev.inflight.lab.scenario.key.ScenarioFile;
import dev.inflight.lab.scenario.key.ScenarioKey;
import dev.inflight.lab.scenario.key.ScenarioKeys;
import dev.inflight.lab.scenario.key.ScenarioWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** All keys of scenarios, in the order of their declarations, with the defaults that a run writes. */
record ScenarioKeysPage() implements ReferencePage {
  /** Sections, by the first key of each. */
  private static final Map<String, String> SECTIONS = sections("name", "Scenario and traffic", "payload",
      "Packets, clock and fidelity", "pfc", "Switches", "acks", "Hosts and losses", "telemetry", "Telemetry, feedback and paths",
      "lossRate", "Results, names and events");
  /** Keys of which a page shows the entries. */
  private static final Map<String, String> PAGES = Map.of(EventsPage.KEY, EventsPage.FILE);
  private static final List<String> REQUIRED = List.of("topology", "flows");
  private static final String UNSET = "-";
  private static final int MOST_LINKS = 8;
  /** The end of a meaning that states the value of an unset key. */
  private static final Pattern LEFT_OUT = Pattern.compile("; if omitted, ([^;]+)$");
  /** Scenarios that together write all keys that have defaults. */
  private static final List<String> PLAIN = List.of("", "pfc: false\n", "flows: collective\n");

  private static Map<String, String> sections(String... keysAndTitles) {
    var sections = new LinkedHashMap<String, String>();
    for (int at = 0; at < keysAndTitles.length; at += 2) {
      sections.put(keysAndTitles[at], keysAndTitles[at + 1]);
    }
    return sections;
  }

  @Override
  public String file() {
    return "scenario-keys.md";
  }

  @Override
  public String title() {
    return "Keys of a scenario";
  }

  @Override
  public String about() {
    return "every key, with its default and values";
  }

  @Override
  public List<String> body() {
    var lines = new ArrayList<>(Markdown.wrap("The format, units and the command line: [scenario.md](../scenario.md)."
        + " Only `topology`, and `flows` or `classes`, are required; `-` in the default column means unset."
        + " Entries of a map are set by `--set KEY.ENTRY=VALUE`. Times, rates and sizes have [units](../scenario.md#units)."
        + " Features that exclude each other: [compatibility.md](compatibility.md)."));
    Map<String, String> defaults = defaults();
    for (ScenarioKey key : ScenarioKeys.declared()) {
      String section = SECTIONS.get(key.name());
      if (section != null) {
        lines.addAll(List.of("", "## " + section, ""));
        lines.addAll(Markdown.head("key", "default", "values", "meaning"));
      }
      lines.addAll(rows(key, defaults.getOrDefault(key.name(), UNSET)));
    }
    return lines;
  }

  private static List<String> rows(ScenarioKey key, String value) {
    var rows = new ArrayList<String>();
    Map<String, Object> json = key.shape().get().json();
    Axis<?> axis = Catalog.AXES.stream().filter(one -> one.name().equals(key.name())).findFirst().orElse(null);
    String values = PAGES.containsKey(key.name()) ? "[list](" + PAGES.get(key.name()) + ")" : ShapeText.of(json);
    if (axis != null) {
      var page = new AxisPage<>(axis);
      values = axis.place().takesList() ? "one, or a list, of [these](" + page.file() + ")" : links(page, axis);
    }
    boolean required = REQUIRED.contains(key.name());
    String name = "<a id=\"" + AxisPage.anchor(key.name()) + "\"></a>" + Markdown.code(key.name());
    if (!required && value.equals(UNSET)) {
      rows.add(row(name, UNSET, values, key.meaning()));
    } else {
      rows.add(Markdown.row(name, required ? "required" : Markdown.code(axis == null ? value : value.replaceFirst("\\(.*", "")),
          values, Markdown.plain(key.meaning())));
    }
    if (!PAGES.containsKey(key.name())) {
      boolean list = key.layout().isList();
      ShapeText.maps(json).forEach(entries -> entries.byName().forEach((entry, shape) -> rows.add(row(
          Markdown.code(list ? "- " + entry : key.name() + "." + entry), "", ShapeText.of(shape),
          ShapeText.description(shape)))));
    }
    return rows;
  }

  /** A row of a key without a written default: that of its meaning, if there is one, else the given text. */
  private static String row(String name, String otherwise, String values, String meaning) {
    Matcher unset = LEFT_OUT.matcher(meaning);
    return unset.find()
        ? Markdown.row(name, Markdown.plain(unset.group(1)), values, Markdown.plain(meaning.substring(0, unset.start())))
        : Markdown.row(name, otherwise, values, Markdown.plain(meaning));
  }

  private static String links(AxisPage<?> page, Axis<?> axis) {
    if (axis.binder().names().size() > MOST_LINKS) {
      return "one of [these](" + page.file() + ")";
    }
    return String.join(", ",
        axis.binder().names().stream().map(name -> "[" + name + "](" + page.file() + "#" + name + ")").toList());
  }

  /** Returns the values that a run writes for keys that a scenario does not set. */
  private static Map<String, String> defaults() {
    var defaults = new HashMap<String, String>();
    for (String more : PLAIN) {
      String text = "topology: star\n" + (more.contains("flows:") ? "" : "flows: flow\n") + more;
      var input = InputText.of(Path.of("name.yaml"), text.getBytes(StandardCharsets.UTF_8));
      for (String line : ScenarioWriter.write(ScenarioFile.read(input, Overrides.NONE)).lines().toList()) {
        int colon = line.indexOf(": ");
        if (colon > 0 && !line.startsWith(" ")) {
          defaults.putIfAbsent(line.substring(0, colon), line.substring(colon + 2).replaceFirst("^'(.*)'$", "$1"));
        }
      }
    }
    defaults.put("name", UNSET);
    return defaults;
  }
}
