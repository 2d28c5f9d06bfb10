package dev.inflight.lab.experiment;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Short names for scenarios by what differs between them: the scheme's name alone, other choices by their name, parameters and plain keys with their
 * value, such as {@code hpcc, eta 0.9, load 0.3, buffer 16MiB}.
 */
public final class ScenarioLabels {
  private static final int LONGEST_PART = 40;
  private static final int MOST_PARTS = 6;

  private ScenarioLabels() {
  }

  /**
   * A label for each scenario; all labels differ.
   *
   * @param scenarios resolved ones, each as its keys with their texts; one without keys is not known
   * @param names what each is called where its scenario has no label: each another
   */
  public static List<String> of(List<Map<String, String>> scenarios, List<String> names) {
    ScenarioPlaces places = ScenarioPlaces.of(scenarios);
    List<String> words = places.words();
    return distinct(IntStream.range(0, scenarios.size()).mapToObj(at -> label(words, places.values(at))).toList(), names);
  }

  /**
   * The label of some values.
   *
   * @param words what stands in front of each value; empty where the value is clear by itself
   * @param values an empty one is left out
   */
  static String label(List<String> words, List<String> values) {
    var parts = new ArrayList<String>();
    for (int at = 0; at < words.size(); at++) {
      if (!values.get(at).isEmpty()) {
        String part = (words.get(at) + " " + values.get(at)).strip();
        parts.add(part.length() <= LONGEST_PART ? part : part.substring(0, LONGEST_PART - 3) + "...");
      }
    }
    List<String> shown = parts.size() > MOST_PARTS ? parts.subList(0, MOST_PARTS) : parts;
    return String.join(", ", shown) + (parts.size() > MOST_PARTS ? ", ..." : "");
  }

  /** The labels, with the name behind each that another one has already; the name alone where there is no label. */
  static List<String> distinct(List<String> labels, List<String> names) {
    var distinct = new ArrayList<String>();
    var used = new HashSet<String>();
    for (int at = 0; at < labels.size(); at++) {
      String label = labels.get(at);
      boolean isNew = !label.isEmpty() && !used.contains(label);
      String unique = isNew ? label : label.isEmpty() ? names.get(at) : label + " (" + names.get(at) + ")";
      used.add(unique);
      distinct.add(unique);
    }
    return List.copyOf(distinct);
  }
}
