package dev.inflight.lab.compare;

import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.print.NumberColumns;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.print.TextColumns;
import dev.inflight.lab.experiment.ScenarioLabels;
import dev.inflight.lab.store.ResolvedScenario;
import dev.inflight.lab.result.flow.Slowdowns.Percentiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Common parts of comparisons of runs and of experiments: names, ratios, and tables of percentiles. */
final class ComparisonTables {
  private static final int LONGEST_BEFORE_ROW = 48;
  private static final int LONGEST_ABOVE_COLUMN = 26;
  private static final double MOST_FACTOR = 1e6;
  private static final double LEAST_FACTOR = 0.01;
  private static final double FACTOR = 10;

  private ComparisonTables() {
  }

  /**
   * Returns letters, each with the values in which its scenario differs, such as {@code B dcqcn}. Scenarios without other
   * differences have their names, if these differ; otherwise a letter is alone.
   */
  static List<String> names(List<Map<String, String>> scenarios) {
    List<String> letters = IntStream.range(0, scenarios.size()).mapToObj(Comparison::label).toList();
    List<String> labels = ScenarioLabels.of(scenarios.stream().map(ResolvedScenario::ofExperiment).toList(), letters);
    List<String> differences = IntStream.range(0, letters.size()).mapToObj(at -> difference(labels.get(at), letters.get(at)))
        .toList();
    var names = new ArrayList<String>();
    for (int at = 0; at < letters.size(); at++) {
      String difference = differences.get(at);
      boolean isShared = IntStream.range(0, letters.size()).filter(other -> differences.get(other).equals(difference))
          .mapToObj(other -> name(scenarios.get(other))).filter(name -> !name.isEmpty()).distinct().count() > 1;
      names.add(Stream.of(letters.get(at), difference, isShared ? Quoted.printable(name(scenarios.get(at))) : "")
          .filter(word -> !word.isEmpty()).collect(Collectors.joining(" ")));
    }
    return names;
  }

  private static String difference(String label, String letter) {
    return label.equals(letter) ? "" : Quoted.printable(label).replace(" (" + letter + ")", "");
  }

  private static String name(Map<String, String> scenario) {
    return scenario.getOrDefault("name", "").replaceAll("^'|'$", "");
  }

  /** Returns the names where they are short enough to precede rows of numbers, otherwise their letters. */
  static List<String> ofRows(List<String> names) {
    return fitting(names, LONGEST_BEFORE_ROW);
  }

  /** Returns the names where they are short enough for column headings, otherwise their letters. */
  static List<String> ofColumns(List<String> names) {
    return fitting(names, LONGEST_ABOVE_COLUMN);
  }

  private static List<String> fitting(List<String> names, int longest) {
    return names.stream().allMatch(name -> name.length() <= longest)
        ? names
        : IntStream.range(0, names.size()).mapToObj(Comparison::label).toList();
  }

  /** Returns a ratio to A's value as a decimal number, or as a factor where {@link #isFactor}. */
  static String ratio(double ratio) {
    return isFactor(ratio) ? factor(ratio) : Humanize.decimal(ratio, 3);
  }

  /** Returns a factor, such as {@code 78x}. */
  static String factor(double ratio) {
    if (ratio >= MOST_FACTOR) {
      return "over " + Humanize.count(Math.round(MOST_FACTOR)) + "x";
    }
    if (ratio < LEAST_FACTOR) {
      return "under " + Humanize.decimal(LEAST_FACTOR, 2) + "x";
    }
    return (ratio >= FACTOR ? Humanize.count(Math.round(ratio)) : Humanize.decimal(ratio, 2)) + "x";
  }

  /** Reports whether a ratio is printed as a factor; as a percentage it would have four digits. */
  static boolean isFactor(double ratio) {
    return ratio >= FACTOR;
  }

  /**
   * Returns the percentiles of each run or experiment, and their ratios to A's.
   *
   * @param percentiles percentiles in the order of the names; null for a run or experiment without any
   */
  static List<String> percentiles(List<String> names, List<@Nullable Percentiles> percentiles, Function<Double, String> show) {
    var head = new ArrayList<String>();
    head.add("");
    head.addAll(Percentiles.NAMES);
    Percentiles.NAMES.forEach(name -> head.add(name + "/A"));
    var table = new NumberColumns(head);
    List<String> shown = ofRows(names);
    Percentiles first = percentiles.getFirst();
    for (int at = 0; at < names.size(); at++) {
      Percentiles values = percentiles.get(at);
      if (values == null || first == null) {
        continue;
      }
      var cells = new ArrayList<String>();
      cells.add(shown.get(at));
      values.values().forEach(value -> cells.add(show.apply(value)));
      for (int value = 0; value < values.values().size(); value++) {
        cells.add(at == 0 ? "" : ratio(values.values().get(value) / first.values().get(value)));
      }
      table.add(cells);
    }
    return table.lines(TextColumns.WIDTH);
  }

  /** Returns a table for each part of each split, below its title. */
  static String splits(List<SlowdownSplit> splits, List<String> names) {
    var text = new StringBuilder();
    for (SlowdownSplit split : splits) {
      for (SlowdownSplit.Part part : split.parts()) {
        text.append("\nslowdowns of ").append(Humanize.count(part.flows(), "flow")).append(' ')
            .append(Quoted.printable(part.title())).append('\n');
        percentiles(names, new ArrayList<>(part.sides()), slowdown -> Humanize.decimal(slowdown, 2))
            .forEach(line -> text.append(line).append('\n'));
      }
    }
    return text.toString();
  }
}
