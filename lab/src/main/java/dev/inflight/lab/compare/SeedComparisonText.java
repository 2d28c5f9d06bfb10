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
    for (int other = 1; other < comparison.groups().size(); other++) {
      table(comparison, other, text);
    }
    text.append(
        "\nIntervals are of 95 %, by Student's t over paired seeds: one difference in twenty is told where there is none.\n");
    return text.toString();
  }

  private static void table(SeedComparison comparison, int other, StringBuilder text) {
    String label = comparison.groups().get(other).label();
    text.append('\n').append(Humanize.left("mean of a run", TITLE)).append(Humanize.right("A", NUMBER))
        .append(Humanize.right(label, NUMBER)).append(Humanize.right(label + " against A", NUMBER))
        .append(Humanize.right("95 % confidence", SPAN)).append('\n');
    for (SeedComparison.Row row : comparison.rows()) {
      PairedDifference difference = row.toFirst().get(other - 1);
      String unit = row.measure().unit();
      text.append(Humanize.left(row.measure().title(), TITLE)).append(Humanize.right(shown(difference.meanFirst(), unit), NUMBER))
          .append(Humanize.right(shown(difference.meanOther(), unit), NUMBER)).append(change(difference, unit)).append("  ")
          .append(EnumNames.of(difference.verdict()).replace('-', ' ')).append('\n');
    }
  }

  private static String change(PairedDifference difference, String unit) {
    double to = difference.meanFirst();
    double low = difference.difference() - difference.halfWidth();
    double high = difference.difference() + difference.halfWidth();
    if (to == 0) {
      return Humanize.right(signed(difference.difference(), unit), NUMBER)
          + Humanize.right(signed(low, unit) + " to " + signed(high, unit), SPAN);
    }
    return Humanize.right(percent(difference.difference() / to), NUMBER)
        + Humanize.right(percent(low / to) + " to " + percent(high / to), SPAN);
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
