package dev.inflight.lab.experiment;

import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.spec.Spec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Short names for scenarios by what differs between them: the scheme's name alone, other choices by their name, parameters and plain keys with their
 * value, such as {@code hpcc, eta 0.9, load 0.3, buffer 16MiB}.
 */
public final class ScenarioLabels {
  private static final String SCHEME = "scheme";
  /** Keys that follow from the scheme where a scenario does not set them. */
  private static final Set<String> FOLLOWING = Set.of("ecn", "classes", "telemetry");
  private static final int LONGEST_VALUE = 40;
  private static final int MOST_PARTS = 6;

  /**
   * A value that may differ.
   *
   * @param key the scenario's key
   * @param entry which entry of a list, from 0
   * @param choice the name of the choice that it is a parameter of; empty for the choice itself
   * @param parameter its parameter; empty for the choice itself
   */
  private record Place(String key, int entry, String choice, String parameter) {
  }

  private ScenarioLabels() {
  }

  /**
   * A label for each scenario; all labels differ.
   *
   * @param scenarios resolved ones, each as its keys with their texts; one without keys is not known
   * @param names what each is called where its scenario has no label: each another
   */
  public static List<String> of(List<Map<String, String>> scenarios, List<String> names) {
    List<Map<Place, String>> parts = scenarios.stream().map(ScenarioLabels::parts).toList();
    List<Place> all = differing(parts);
    List<Place> leading = all.stream().filter(place -> !FOLLOWING.contains(place.key())).toList();
    boolean enough = parts.stream().filter(one -> !one.isEmpty()).map(one -> label(one, leading)).distinct().count() == parts
        .stream().filter(one -> !one.isEmpty()).map(one -> label(one, all)).distinct().count();
    List<Place> differing = enough ? leading : all;
    var labels = new ArrayList<String>();
    var used = new HashSet<String>();
    for (int at = 0; at < scenarios.size(); at++) {
      String label = label(parts.get(at), differing);
      boolean plain = !label.isEmpty() && !used.contains(label);
      String unique = plain ? label : label.isEmpty() ? names.get(at) : label + " (" + names.get(at) + ")";
      used.add(unique);
      labels.add(unique);
    }
    return List.copyOf(labels);
  }

  /**
   * What differs between scenarios: by a word for each place, the value that each of them has there, empty where it has none.
   *
   * @param scenarios resolved ones, each as its keys with their texts
   */
  public static Map<String, List<String>> differences(List<Map<String, String>> scenarios) {
    List<Map<Place, String>> parts = scenarios.stream().map(ScenarioLabels::parts).toList();
    List<Place> differing = differing(parts);
    Map<String, Integer> uses = uses(differing);
    Map<String, List<String>> values = new LinkedHashMap<>();
    for (Place place : differing) {
      String word = word(place);
      String clear = Objects.equals(uses.get(word), 1) ? word : place.key() + " " + (place.entry() + 1) + " " + word;
      values.put(clear, parts.stream().map(one -> one.getOrDefault(place, "")).toList());
    }
    return values;
  }

  private static String word(Place place) {
    return place.parameter().isEmpty() ? place.key() : place.parameter();
  }

  private static Map<String, Integer> uses(List<Place> differing) {
    Map<String, Integer> uses = new HashMap<>();
    differing.forEach(place -> uses.merge(word(place), 1, Integer::sum));
    return uses;
  }

  private static Map<Place, String> parts(Map<String, String> scenario) {
    Map<Place, String> parts = new LinkedHashMap<>();
    scenario.forEach((key, text) -> {
      List<String> entries = entries(text);
      for (int at = 0; at < entries.size(); at++) {
        String entry = entries.get(at);
        Spec spec = spec(entry);
        parts.put(new Place(key, at, "", ""), spec == null ? entry : spec.name());
        if (spec != null) {
          for (Map.Entry<String, String> argument : spec.arguments().entrySet()) {
            parts.put(new Place(key, at, spec.name(), argument.getKey()), argument.getValue());
          }
        }
      }
    });
    return parts;
  }

  /** Places whose values are not the same in all scenarios that are known; of parameters, in all that made the same choice. */
  private static List<Place> differing(List<Map<Place, String>> parts) {
    var all = new LinkedHashSet<Place>();
    parts.forEach(one -> all.addAll(one.keySet()));
    List<Map<Place, String>> known = parts.stream().filter(one -> !one.isEmpty()).toList();
    var differing = new ArrayList<Place>();
    for (Place place : all) {
      var choice = new Place(place.key(), place.entry(), "", "");
      Set<@Nullable String> values = new HashSet<>();
      known.stream().filter(one -> place.choice().isEmpty() || place.choice().equals(one.get(choice)))
          .forEach(one -> values.add(one.get(place)));
      if (values.size() > 1) {
        differing.add(place);
      }
    }
    differing.sort((one, other) -> Boolean.compare(other.key().equals(SCHEME), one.key().equals(SCHEME)));
    return differing;
  }

  private static String label(Map<Place, String> scenario, List<Place> differing) {
    Map<String, Integer> keysOfParameter = uses(differing);
    var words = new ArrayList<String>();
    for (Place place : differing) {
      String value = scenario.get(place);
      if (value == null) {
        continue;
      }
      boolean choice = place.parameter().isEmpty();
      String word = word(place);
      boolean clear = Objects.equals(keysOfParameter.get(word), 1);
      String said = choice && (place.key().equals(SCHEME) || isChoice(place, scenario))
          ? value
          : (clear || choice ? word : place.key() + " " + word) + " " + value;
      words.add(said.length() <= LONGEST_VALUE ? said : said.substring(0, LONGEST_VALUE - 3) + "...");
    }
    List<String> shown = words.size() > MOST_PARTS ? words.subList(0, MOST_PARTS) : words;
    return String.join(", ", shown) + (words.size() > MOST_PARTS ? ", ..." : "");
  }

  /** Whether the value at a place is a choice by name, which is clear without its key. */
  private static boolean isChoice(Place place, Map<Place, String> scenario) {
    return scenario.keySet().stream()
        .anyMatch(other -> other.key().equals(place.key()) && other.entry() == place.entry() && !other.parameter().isEmpty());
  }

  /** The entries of a list in YAML, or the one value. */
  private static List<String> entries(String text) {
    if (!text.startsWith("- ")) {
      return List.of(unquoted(text));
    }
    var entries = new ArrayList<String>();
    boolean quoted = false;
    int from = 2;
    for (int at = 2; at < text.length(); at++) {
      quoted ^= text.charAt(at) == '\'';
      if (!quoted && text.startsWith(" - ", at)) {
        entries.add(unquoted(text.substring(from, at).strip()));
        from = at + 3;
      }
    }
    entries.add(unquoted(text.substring(from).strip()));
    return entries;
  }

  private static String unquoted(String text) {
    return text.length() > 1 && text.startsWith("'") && text.endsWith("'")
        ? text.substring(1, text.length() - 1).replace("''", "'")
        : text;
  }

  /** A choice with parameters; null of anything else. */
  private static @Nullable Spec spec(String text) {
    if (!text.endsWith(")")) {
      return null;
    }
    try {
      return Spec.parse(text, SourceLocation.of("scenario"));
    } catch (InputError noSpec) { // a list, or a map
      return null;
    }
  }
}
