package dev.inflight.lab.experiment;

import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.YamlNode;
import dev.inflight.lab.scenario.key.YamlText;
import dev.inflight.lab.spec.Spec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.MappingNode;

/**
 * Entry of the value of a key in a resolved scenario.
 *
 * @param text text without quotes
 * @param choice choice by name, such as {@code hpcc(eta=0.95)}, or keys and values without a name, such as {@code {every: 4}};
 *   null for a number or a list
 */
record ScenarioEntry(String text, @Nullable Spec choice) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9-]*");
  private static final String BEGINNING = "- ";
  private static final String NEXT = " - ";
  private static final String EMPTY_LIST = "[]";

  /** Returns the entries of a list in YAML, or the one value. */
  static List<ScenarioEntry> of(String yaml) {
    if (yaml.equals(EMPTY_LIST)) {
      return List.of();
    }
    if (!yaml.startsWith(BEGINNING)) {
      return List.of(entry(yaml));
    }
    var entries = new ArrayList<ScenarioEntry>();
    boolean quoted = false;
    int from = BEGINNING.length();
    for (int at = from; at < yaml.length(); at++) {
      quoted ^= yaml.charAt(at) == '\'';
      if (!quoted && yaml.startsWith(NEXT, at)) {
        entries.add(entry(yaml.substring(from, at).strip()));
        from = at + NEXT.length();
      }
    }
    entries.add(entry(yaml.substring(from).strip()));
    return entries;
  }

  private static ScenarioEntry entry(String yaml) {
    String text = yaml.length() > 1 && yaml.startsWith("'") && yaml.endsWith("'")
        ? yaml.substring(1, yaml.length() - 1).replace("''", "'")
        : yaml;
    return new ScenarioEntry(text, choice(text));
  }

  /** Reports whether the entry has keys and values, and no name. */
  boolean isMap() {
    return choice != null && choice.name().isEmpty();
  }

  private static @Nullable Spec choice(String text) {
    if (text.startsWith("{")) {
      return map(text);
    }
    if (!text.endsWith(")")) {
      return NAME.matcher(text).matches() ? new Spec(text, Map.of()) : null;
    }
    try {
      return Spec.parse(text, SourceLocation.of("scenario"));
    } catch (InputError noSpec) { // a list
      return null;
    }
  }

  private static @Nullable Spec map(String text) {
    var values = new LinkedHashMap<String, String>();
    try {
      if (YamlNode.parse(text, SourceLocation.of("scenario")).orElse(null) instanceof MappingNode map) {
        map.getValue().forEach(one -> values.put(YamlText.flow(one.getKeyNode()), YamlText.flow(one.getValueNode())));
      }
    } catch (InputError noMap) {
      return null; // a text that starts like a choice
    }
    return new Spec("", values);
  }
}
