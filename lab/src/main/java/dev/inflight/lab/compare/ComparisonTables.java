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
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What comparisons of runs and of experiments have in common: how each is called, ratios, and tables of percentiles. */
final class ComparisonTables {
  private static final int LONGEST_NAME = 26;
  private static final double FACTOR = 10;

  private ComparisonTables() {
  }

  /** Letters, each with what its scenario differs in from the others, such as {@code B dcqcn}; a letter alone where nothing differs. */
  static List<String> names(List<Map<String, String>> scenarios) {
    List<String> letters = IntStream.range(0, scenarios.size()).mapToObj(Comparison::label).toList();
    List<String> labels = ScenarioLabels.of(scenarios.stream().map(ResolvedScenario::ofExperiment).toList(), letters);
    var names = new ArrayList<String>();
    for (int at = 0; at < letters.size(); at++) {
      String letter = letters.get(at);
      String label = Quoted.printable(labels.get(at)).replace(" (" + letter + ")", "");
      names.add(label.equals(letter) ? letter : cut(letter + " " + label));
    }
    return names;
  }

  private static String cut(String name) {
    return name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME - 3) + "...";
  }

  /** A ratio to A's value: 10 and more as a factor, such as {@code 78x}. */
  static String ratio(double ratio) {
    return Math.abs(ratio) >= FACTOR ? factor(ratio) : Humanize.decimal(ratio, 3);
  }

  /** A factor, such as {@code 78x}. */
  static String factor(double ratio) {
    return (Math.abs(ratio) >= FACTOR ? Humanize.count(Math.round(ratio)) : Humanize.decimal(ratio, 1)) + "x";
  }

  /** Whether a ratio is printed as a factor; as a percentage it would have four digits. */
  static boolean isFactor(double ratio) {
    return Double.isFinite(ratio) && Math.abs(ratio) >= FACTOR;
  }

  /**
   * Percentiles of each run or experiment, and their ratios to A's.
   *
   * @param percentiles in the order of the names; null of one that has none
   */
  static List<String> percentiles(List<String> names, List<@Nullable Percentiles> percentiles, Function<Double, String> show) {
    var head = new ArrayList<String>();
    head.add("");
    head.addAll(Percentiles.NAMES);
    Percentiles.NAMES.forEach(name -> head.add(name + "/A"));
    var table = new NumberColumns(head);
    Percentiles first = percentiles.getFirst();
    for (int at = 0; at < names.size(); at++) {
      Percentiles values = percentiles.get(at);
      if (values == null || first == null) {
        continue;
      }
      var cells = new ArrayList<String>();
      cells.add(names.get(at));
      values.values().forEach(value -> cells.add(show.apply(value)));
      for (int value = 0; value < values.values().size(); value++) {
        cells.add(at == 0 ? "" : ratio(values.values().get(value) / first.values().get(value)));
      }
      table.add(cells);
    }
    return table.lines(TextColumns.WIDTH);
  }

  /** A table for each part of each split, below its title. */
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
