package dev.inflight.lab.compare;

import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.EnumNames;
import java.util.List;
import java.util.stream.Collectors;

/** What the screen says of experiments over seeds. */
public final class SeedComparisonText {
  private static final int TITLE = 15;
  private static final int NUMBER = 12;
  private static final int SPAN = 22;
  private static final double PS_PER_S = 1e12;

  private SeedComparisonText() {
  }

  public static String write(SeedComparison comparison) {
    var text = new StringBuilder();
    for (RunGroup group : comparison.groups()) {
      ComparedRun first = group.bySeed().values().iterator().next();
      String more = group.bySeed().size() == 1 ? "" : " and " + (group.bySeed().size() - 1) + " more";
      text.append(group.label()).append("  ").append(Quoted.printable(first.path().toString())).append(more).append('\n');
      if (group != comparison.groups().getFirst()) {
        ScenarioDifference.between(comparison.groups().getFirst().scenario(), group.scenario())
            .forEach(difference -> text.append("   ").append(Quoted.printable(difference)).append('\n'));
      }
    }
    text.append('\n').append("over the seeds ")
        .append(comparison.seeds().stream().map(String::valueOf).collect(Collectors.joining(", ")));
    if (comparison.unpaired() > 0) {
      text.append("; ").append(Humanize.count(comparison.unpaired(), "run")).append(" with other seeds left out");
    }
    text.append('\n');
    tables(comparison, "mean of a run", comparison.rows(), text);
    for (SeedComparison.JobRows job : comparison.jobs()) {
      text.append("\njob ").append(Quoted.printable(job.name())).append(" of ").append(Humanize.count(job.ranks(), "rank"));
      tables(comparison, "mean of a run", job.rows(),
          text.append(job.rows().isEmpty() ? ": it has not ended in all runs\n" : "\n"));
    }
    comparison.otherJobs().forEach(name -> text.append("\njob ").append(Quoted.printable(name))
        .append(": not all runs have it with as many ranks and operations, so that it is not compared\n"));
    text.append(
        "\nIntervals are of 95 %, by Student's t over paired seeds: one difference in twenty is told where there is none.\n");
    return text.toString();
  }

  private static void tables(SeedComparison comparison, String title, List<SeedComparison.Row> rows, StringBuilder text) {
    for (int other = 1; other < comparison.groups().size() && !rows.isEmpty(); other++) {
      List<String> head = head(comparison, title, other);
      text.append('\n').append(Humanize.left(head.getFirst(), TITLE)).append(Humanize.right(head.get(1), NUMBER))
          .append(Humanize.right(head.get(2), NUMBER)).append(Humanize.right(head.get(3), NUMBER))
          .append(Humanize.right(head.get(4), SPAN)).append('\n');
      for (SeedComparison.Row row : rows) {
        List<String> cells = cells(row, other);
        text.append(Humanize.left(cells.getFirst(), TITLE)).append(Humanize.right(cells.get(1), NUMBER))
            .append(Humanize.right(cells.get(2), NUMBER)).append(Humanize.right(cells.get(3), NUMBER))
            .append(Humanize.right(cells.get(4), SPAN)).append("  ").append(cells.get(5)).append('\n');
      }
    }
  }

  /** What stands above the columns of a table that sets an experiment beside A; above the last one, the verdicts, stands nothing on the screen. */
  static List<String> head(SeedComparison comparison, String title, int other) {
    String label = comparison.groups().get(other).label();
    return List.of(title, "A", label, label + " against A", "95 % confidence", "verdict");
  }

  /** The cells of a measure: its title, A's mean, the other mean, the difference, its interval, and the verdict. */
  static List<String> cells(SeedComparison.Row row, int other) {
    PairedDifference difference = row.toFirst().get(other - 1);
    String unit = row.measure().unit();
    double to = difference.meanFirst();
    double low = difference.difference() - difference.halfWidth();
    double high = difference.difference() + difference.halfWidth();
    return List.of(row.measure().title(), shown(to, unit), shown(difference.meanOther(), unit),
        to == 0 ? signed(difference.difference(), unit) : percent(difference.difference() / to),
        to == 0 ? signed(low, unit) + " to " + signed(high, unit) : percent(low / to) + " to " + percent(high / to),
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

  /** What runs differ in that stand alone, and that nothing says whether their results differ by chance. */
  static String of(List<ComparedRun> runs) {
    var text = new StringBuilder();
    for (int at = 1; at < runs.size(); at++) {
      List<String> differences = ScenarioDifference.between(runs.getFirst().scenario(), runs.get(at).scenario());
      String label = Comparison.label(at);
      differences.forEach(difference -> text.append(label).append("  ").append(Quoted.printable(difference)).append('\n'));
    }
    return text.isEmpty()
        ? ""
        : "\nwhat differs from A\n" + text + "   with one seed nothing says whether these differences are more than noise;"
            + " compare runs of several,\n   as of a sweep over seed=[1, 2, 3, 4, 5]\n";
  }
}
