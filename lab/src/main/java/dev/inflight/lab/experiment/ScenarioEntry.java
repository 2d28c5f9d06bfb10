package dev.inflight.lab.experiment;

import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.spec.Spec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One entry of what stands behind a key of a resolved scenario.
 *
 * @param text without quotes
 * @param choice the choice by name that it is, such as {@code hpcc(eta=0.95)}; null of a number, a list or a map
 */
record ScenarioEntry(String text, @Nullable Spec choice) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9-]*");
  private static final String BEGINNING = "- ";
  private static final String NEXT = " - ";

  /** The entries of a list in YAML, or the one value. */
  static List<ScenarioEntry> of(String yaml) {
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

  private static @Nullable Spec choice(String text) {
    if (!text.endsWith(")")) {
      return NAME.matcher(text).matches() ? new Spec(text, Map.of()) : null;
    }
    try {
      return Spec.parse(text, SourceLocation.of("scenario"));
    } catch (InputError noSpec) { // a list, or a map
      return null;
    }
  }
}
