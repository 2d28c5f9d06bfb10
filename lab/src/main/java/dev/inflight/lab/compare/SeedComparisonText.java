package dev.inflight.lab.compare;

import dev.inflight.lab.ensemble.Draw;
import dev.inflight.lab.experiment.ScenarioDifference;
import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.print.NumberColumns;
import dev.inflight.lab.print.TextColumns;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.EnumNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.DoubleFunction;
import java.util.stream.Stream;

/** Text of a comparison of experiments over seeds, for the screen. */
public final class SeedComparisonText {
  private static final double PS_PER_S = 1e12;

  private SeedComparisonText() {
  }

  public static String write(SeedComparison comparison) {
    var text = new StringBuilder();
    List<String> names = comparison.names();
    int width = names.stream().mapToInt(String::length).max().orElse(0) + 2;
    for (RunGroup group : comparison.groups()) {
      ComparedRun first = group.byDraw().values().iterator().next();
      String more = group.byDraw().size() == 1 ? "" : " and " + (group.byDraw().size() - 1) + " more";
      text.append(Humanize.left(names.get(comparison.groups().indexOf(group)), width))
          .append(Quoted.printable(first.path().toString())).append(more).append('\n');
      if (group != comparison.groups().getFirst()) {
        ScenarioDifference.between(comparison.groups().getFirst().scenario(), group.scenario())
            .forEach(difference -> text.append("   ").append(Quoted.printable(difference)).append('\n'));
      }
    }
    text.append('\n').append("over the ").append(Draw.text(comparison.draws()));
    if (comparison.unpaired() > 0) {
      text.append("; ").append(Humanize.count(comparison.unpaired(), "run"))
          .append(" with other " + comparison.kind() + " left out");
    }
    text.append('\n');
    tables(comparison, "mean of a run", comparison.rows(), text);
    for (int other = 1; other < comparison.groups().size(); other++) {
      for (String note : comparison.notes(other)) {
        text.append('\n');
        TextColumns.wrap(note, "", TextColumns.WIDTH).forEach(line -> text.append(line).append('\n'));
      }
    }
    text.append(targets(comparison, names));
    List<SlowdownSplit> splits = comparison.splits();
    if (splits.isEmpty()) {
      text.append('\n').append(comparison.whyNotSplit()).append('\n');
    } else {
      text.append("\nthe flows of all " + comparison.kind() + " together\n").append(ComparisonTables.splits(splits, names));
    }
    for (SeedComparison.JobRows job : comparison.jobs()) {
      text.append("\njob ").append(Quoted.printable(job.name())).append(" of ").append(Humanize.count(job.ranks(), "rank"));
      tables(comparison, "mean of a run", job.rows(),
          text.append(job.rows().isEmpty() ? ": it has not ended in all runs\n" : "\n"));
    }
    comparison.otherJobs().forEach(name -> text.append("\njob ").append(Quoted.printable(name))
        .append(": not compared, because not all runs have it with as many ranks and operations\n"));
    text.append(
        """

            Intervals are of 95 %, by Student's t over paired KIND: of the logarithms of ratios, or of differences where a
            value is 0. Of 20 measures that do not differ, 1 is reported as different on average.
            """.replace("KIND", comparison.paired()));
    return text.toString();
  }

  private static void tables(SeedComparison comparison, String title, List<SeedComparison.Row> rows, StringBuilder text) {
    for (int other = 1; other < comparison.groups().size() && !rows.isEmpty(); other++) {
      var table = new NumberColumns(head(comparison, title, other));
      List<SeedComparison.Row> known = SeedComparison.known(rows, other);
      if (known.isEmpty()) {
        continue;
      }
      cells(known, other).forEach(table::add);
      text.append('\n');
      List<String> names = comparison.names();
      if (!ComparisonTables.ofColumns(names).equals(names)) {
        text.append(names.get(other)).append(", against ").append(names.getFirst()).append('\n');
      }
      table.lines(TextColumns.WIDTH).forEach(line -> text.append(line).append('\n'));
    }
  }

  /** Returns a table of targets with the number of runs of each experiment that meet each target. */
  private static String targets(SeedComparison comparison, List<String> names) {
    var text = new StringBuilder();
    var table = new NumberColumns(Stream.concat(Stream.of("targets met"), ComparisonTables.ofColumns(names).stream()).toList());
    for (String target : comparison.targets()) {
      var cells = new ArrayList<>(List.of(Quoted.printable(target)));
      for (int at = 0; at < names.size(); at++) {
        List<Boolean> met = comparison.met(target, at);
        cells.add(met.stream().filter(one -> one).count() + " of " + met.size());
      }
      table.add(cells);
    }
    if (!comparison.targets().isEmpty()) {
      text.append('\n');
      table.lines(TextColumns.WIDTH).forEach(line -> text.append(line).append('\n'));
    }
    return text.toString();
  }

  /** Column headings of a table that compares an experiment with A. */
  static List<String> head(SeedComparison comparison, String title, int other) {
    List<String> names = ComparisonTables.ofColumns(comparison.names());
    String label = comparison.groups().get(other).label();
    return List.of(title, names.getFirst(), names.get(other), label + " against A", "95 % confidence", "verdict");
  }

  /**
   * Cells of each measure: its title, A's mean, the other mean, their ratio or, where one of the values is 0, their difference,
   * its interval, and the verdict. All ratios are percentages, or all are factors.
   */
  static List<List<String>> cells(List<SeedComparison.Row> rows, int other) {
    boolean factors = rows.stream().map(row -> Objects.requireNonNull(row.of(other)).ratio())
        .anyMatch(ratio -> ratio != null && ComparisonTables.isFactor(ratio.high()));
    return rows.stream().map(row -> cells(row, other, factors ? ComparisonTables::factor : ratio -> percent(ratio - 1))).toList();
  }

  private static List<String> cells(SeedComparison.Row row, int other, DoubleFunction<String> relative) {
    PairedDifference difference = Objects.requireNonNull(row.of(other));
    PairedDifference.Ratio ratio = difference.ratio();
    String unit = row.measure().unit();
    DoubleFunction<String> shown = ratio == null ? value -> signed(value, unit) : relative;
    double low = ratio == null ? difference.difference() - difference.halfWidth() : ratio.low();
    double high = ratio == null ? difference.difference() + difference.halfWidth() : ratio.high();
    return List.of(row.measure().title(), shown(difference.meanFirst(), unit), shown(difference.meanOther(), unit),
        shown.apply(ratio == null ? difference.difference() : ratio.mean()), shown.apply(low) + " to " + shown.apply(high),
        EnumNames.of(difference.verdict()).replace('-', ' '));
  }

  private static String percent(double share) {
    return (share > 0 ? "+" : "") + Humanize.decimal(100 * share, 1) + " %";
  }

  private static String signed(double value, String unit) {
    return (value < 0 ? "-" : value > 0 ? "+" : "") + shown(Math.abs(value), unit);
  }

  private static String shown(double value, String unit) {
    return switch (unit) {
      case "s" -> Humanize.time(Math.round(value * PS_PER_S));
      case "B" -> Humanize.bytes(Math.round(value));
      case "bit/s" -> Humanize.rate(Math.round(value));
      case "share" -> Humanize.decimal(100 * value, 1) + " %";
      default -> value >= 1000 ? Humanize.count(Math.round(value)) : Humanize.decimal(value, 2);
    };
  }

  /** Returns the differences between the scenarios of runs of one seed each, and a note that results may differ by chance. */
  static String of(List<ComparedRun> runs) {
    var text = new StringBuilder();
    for (int at = 1; at < runs.size(); at++) {
      List<Map<String, String>> both = ComparedRun.scenarios(List.of(runs.getFirst(), runs.get(at)));
      List<String> differences = ScenarioDifference.between(both.getFirst(), both.getLast());
      String label = Comparison.label(at);
      differences.forEach(difference -> text.append(label).append("  ").append(Quoted.printable(difference)).append('\n'));
    }
    return text.isEmpty()
        ? ""
        : "\nwhat differs from A\n" + text + "   one seed does not show whether these differences are more than noise;"
            + " compare runs of several,\n   as of a sweep over seed=[1, 2, 3, 4, 5]\n";
  }
}
