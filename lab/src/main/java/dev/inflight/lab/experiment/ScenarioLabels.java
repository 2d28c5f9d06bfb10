package dev.inflight.lab.experiment;

import dev.inflight.lab.scenario.code.ScenarioCode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Short labels for scenarios from their differences: the scheme's name alone, other choices by name, parameters and plain keys
 * with their values, such as {@code hpcc, eta 0.9, load 0.3, buffer 16MiB}.
 */
public final class ScenarioLabels {
  private static final int LONGEST_PART = 40;
  private static final int LONGEST = 70;
  private static final int MOST_PARTS = 6;
  private static final String CUT = "...";

  private ScenarioLabels() {
  }

  /**
   * Returns a label for each scenario; all labels differ.
   *
   * @param scenarios resolved scenarios, each as texts by key; empty for an unknown scenario
   * @param names distinct names of scenarios without a label
   */
  public static List<String> of(List<Map<String, String>> scenarios, List<String> names) {
    ScenarioPlaces places = ScenarioPlaces.of(withoutCode(scenarios));
    List<String> words = places.words();
    return of(words, IntStream.range(0, scenarios.size()).mapToObj(places::values).toList(), names);
  }

  /** Removes the paths of code from the scenarios, except where only they differ: the choices that code defines have names. */
  private static List<Map<String, String>> withoutCode(List<Map<String, String>> scenarios) {
    List<Map<String, String>> without = scenarios.stream().map(keys -> {
      Map<String, String> rest = new LinkedHashMap<>(keys);
      rest.remove(ScenarioCode.KEY);
      return rest;
    }).toList();
    return without.stream().distinct().count() == scenarios.stream().distinct().count() ? without : scenarios;
  }

  /**
   * Returns a label for each row of values; all labels differ. A long value is reduced to the part that distinguishes it from the
   * others, and where there are many values, those that distinguish none are left out.
   *
   * @param words word before each value; empty where the value is clear by itself
   * @param values values of each scenario; empty values are left out
   * @param names distinct names of scenarios with values that form no label
   */
  static List<String> of(List<String> words, List<List<String>> values, List<String> names) {
    List<List<String>> columns = IntStream.range(0, words.size()).mapToObj(at -> parts(words.get(at), column(values, at)))
        .toList();
    var shown = new ArrayList<>(columns);
    for (int at = columns.size() - 1; at > 0 && (shown.size() > MOST_PARTS || longest(shown) > LONGEST); at--) {
      List<List<String>> fewer = new ArrayList<>(shown);
      fewer.remove(at);
      if (rows(fewer, values.size()).distinct().count() == rows(shown, values.size()).distinct().count()) {
        shown.remove(at);
      }
    }
    return distinct(rows(shown, values.size()).map(row -> String.join(", ", row)).toList(), names);
  }

  private static List<String> column(List<List<String>> values, int at) {
    return values.stream().map(row -> row.get(at)).toList();
  }

  private static List<String> parts(String word, List<String> values) {
    return AlikeEnds.shortened(values, LONGEST_PART - word.length(), CUT).stream()
        .map(value -> value.isEmpty() ? value : (word + " " + value).strip()).toList();
  }

  private static Stream<List<String>> rows(List<List<String>> columns, int count) {
    return IntStream.range(0, count)
        .mapToObj(row -> columns.stream().map(column -> column.get(row)).filter(part -> !part.isEmpty()).toList());
  }

  private static int longest(List<List<String>> columns) {
    return columns.stream().mapToInt(column -> column.stream().mapToInt(part -> part.length() + 2).max().orElse(0)).sum();
  }

  /** Returns the labels, each with its name where another scenario has the same label; the name alone where there is no label. */
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
