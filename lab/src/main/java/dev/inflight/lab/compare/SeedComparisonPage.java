package dev.inflight.lab.compare;

import dev.inflight.lab.page.PageTable;
import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.read.EnumNames;
import dev.inflight.lab.result.flow.Slowdowns.Percentiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Tables of a comparison over seeds for a report of its runs. */
public final class SeedComparisonPage {
  private static final String WHY = "Means over the %s that all experiments have, with 95 %% confidence intervals by Student's t over paired"
      + " %s.";

  private SeedComparisonPage() {
  }

  /** Returns a table of all measures, and one for each job, that compare each experiment with A. */
  public static List<PageTable> of(SeedComparison comparison) {
    var tables = new ArrayList<PageTable>();
    List<String> names = comparison.names();
    for (int other = 1; other < comparison.groups().size(); other++) {
      String label = names.get(other);
      tables.add(table(comparison, "Over " + comparison.kind() + ": " + label + " against " + names.getFirst(), comparison.rows(),
          other));
      for (SeedComparison.JobRows job : comparison.jobs()) {
        tables.add(
            table(comparison, "Job " + job.name() + " over " + comparison.kind() + ": " + label + " against " + names.getFirst(),
                job.rows(), other));
      }
    }
    for (SlowdownSplit split : comparison.splits()) {
      tables.add(pooled(split, names, comparison.kind()));
    }
    return tables;
  }

  /** Returns a table of the flows of all draws together: a row for each part and experiment. */
  private static PageTable pooled(SlowdownSplit split, List<String> names, String kind) {
    var rows = new ArrayList<List<String>>();
    for (SlowdownSplit.Part part : split.parts()) {
      for (int at = 0; at < names.size(); at++) {
        var row = new ArrayList<>(List.of(part.title(), Humanize.count(part.flows()), names.get(at)));
        part.sides().get(at).values().forEach(slowdown -> row.add(Humanize.decimal(slowdown, 2)));
        rows.add(row);
      }
    }
    var head = new ArrayList<>(List.of("flows", "number", "experiment"));
    head.addAll(Percentiles.NAMES);
    return new PageTable("Slowdown by " + EnumNames.of(split.by()).replace('-', ' '), "The flows of all " + kind + " together.",
        head, rows);
  }

  private static String sentence(String note) {
    return note.substring(0, 1).toUpperCase(Locale.ROOT) + note.substring(1) + ".";
  }

  private static PageTable table(SeedComparison comparison, String title, List<SeedComparison.Row> rows, int other) {
    String why = Stream.concat(Stream.of(WHY.formatted(comparison.kind(), comparison.paired())),
        comparison.notes(other).stream().map(SeedComparisonPage::sentence)).collect(Collectors.joining(" "));
    return new PageTable(title, why, SeedComparisonText.head(comparison, "Mean of a run", other),
        SeedComparisonText.cells(SeedComparison.known(rows, other), other));
  }
}
