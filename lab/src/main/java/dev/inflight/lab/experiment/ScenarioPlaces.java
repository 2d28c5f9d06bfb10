package dev.inflight.lab.experiment;

import dev.inflight.lab.spec.Spec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Places where resolved scenarios differ, with their values there: the scheme first, then in the order of the keys. */
final class ScenarioPlaces {
  /** Key with values that are clear by themselves. */
  static final String SCHEME = "scheme";
  /** Keys that follow from the scheme where a scenario does not set them: they count where nothing else differs. */
  private static final Set<String> FOLLOWING = Set.of("ecn", "classes", "telemetry");

  /**
   * Value that may differ.
   *
   * @param key key of the scenario
   * @param entry index in a list, from 0
   * @param choice name of the choice with the parameter; empty for the choice itself, and for a value under a key such as
   *   {@code every}
   * @param parameter name of the parameter; empty for the choice itself
   */
  private record Place(String key, int entry, String choice, String parameter) {
    String word() {
      return parameter.isEmpty() ? key : choice.isEmpty() ? key + " " + parameter : parameter;
    }

    Place ofChoice() {
      return new Place(key, entry, "", "");
    }
  }

  private final List<Map<Place, String>> scenarios;
  private final List<Place> differing;

  private ScenarioPlaces(List<Map<Place, String>> scenarios) {
    this.scenarios = scenarios;
    List<Map<Place, String>> known = scenarios.stream().filter(one -> !one.isEmpty()).toList();
    List<Place> all = differing(known);
    List<Place> leading = all.stream().filter(place -> !FOLLOWING.contains(place.key)).toList();
    differing = distinct(known, leading) == distinct(known, all) ? leading : all;
  }

  /**
   * Returns the places where scenarios differ.
   *
   * @param scenarios scenarios, each as texts by key; empty for an unknown scenario
   */
  static ScenarioPlaces of(List<Map<String, String>> scenarios) {
    return new ScenarioPlaces(scenarios.stream().map(ScenarioPlaces::places).toList());
  }

  private static Map<Place, String> places(Map<String, String> scenario) {
    Map<Place, String> places = new LinkedHashMap<>();
    scenario.forEach((key, text) -> {
      List<ScenarioEntry> entries = ScenarioEntry.of(text);
      for (int at = 0; at < entries.size(); at++) {
        Spec choice = entries.get(at).choice();
        var place = new Place(key, at, "", "");
        if (!entries.get(at).isMap()) {
          places.put(place, choice == null ? entries.get(at).text() : choice.name());
        }
        if (choice != null) {
          choice.arguments().forEach((name, value) -> places.put(new Place(key, place.entry, choice.name(), name), value));
        }
      }
    });
    return places;
  }

  /** Returns places with values that differ between scenarios; for parameters, between scenarios with the same choice. */
  private static List<Place> differing(List<Map<Place, String>> scenarios) {
    var all = new LinkedHashSet<Place>();
    scenarios.forEach(one -> all.addAll(one.keySet()));
    var differing = new ArrayList<Place>();
    for (Place place : all) {
      Place choice = place.ofChoice();
      Set<@Nullable String> values = new HashSet<>();
      scenarios.stream().filter(one -> place.choice.isEmpty() || place.choice.equals(one.get(choice)))
          .forEach(one -> values.add(one.get(place)));
      if (values.size() > 1) {
        differing.add(place);
      }
    }
    differing.sort((one, other) -> Boolean.compare(other.key.equals(SCHEME), one.key.equals(SCHEME)));
    return differing;
  }

  private static long distinct(List<Map<Place, String>> scenarios, List<Place> places) {
    return scenarios.stream().map(one -> places.stream().map(place -> one.getOrDefault(place, "")).toList()).distinct().count();
  }

  /** Returns a name for each place: the parameter or key, with as many words in front as distinguish it from the others. */
  List<String> keys() {
    List<String> words = differing.stream().map(Place::word).toList();
    Map<String, Integer> uses = uses(words);
    Map<String, Integer> longerUses = uses(differing.stream().map(place -> place.key + " " + place.word()).toList());
    return differing.stream().map(place -> {
      if (Objects.equals(uses.get(place.word()), 1)) {
        return place.word();
      }
      boolean needsEntry = place.parameter.isEmpty() || !Objects.equals(longerUses.get(place.key + " " + place.word()), 1);
      return place.key + (needsEntry ? " " + (place.entry + 1) : "") + (place.parameter.isEmpty() ? "" : " " + place.parameter);
    }).toList();
  }

  private static Map<String, Integer> uses(List<String> words) {
    Map<String, Integer> uses = new HashMap<>();
    words.forEach(word -> uses.merge(word, 1, Integer::sum));
    return uses;
  }

  /**
   * Returns the text before each place's value in labels: the place's {@linkplain #keys name}, or nothing where the value is the
   * name of a choice.
   */
  List<String> words() {
    var words = new ArrayList<>(keys());
    Set<Place> choices = new HashSet<>();
    scenarios.forEach(
        one -> one.keySet().stream().filter(place -> !place.parameter.isEmpty()).map(Place::ofChoice).forEach(choices::add));
    for (int at = 0; at < words.size(); at++) {
      Place place = differing.get(at);
      if (place.parameter.isEmpty() && (place.key.equals(SCHEME) || choices.contains(place))) {
        words.set(at, "");
      }
    }
    return words;
  }

  /** Returns the values of a scenario, in the order of the places; empty where it has none. */
  List<String> values(int scenario) {
    return differing.stream().map(place -> scenarios.get(scenario).getOrDefault(place, "")).toList();
  }
}
