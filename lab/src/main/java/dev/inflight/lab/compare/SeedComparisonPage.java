package dev.inflight.lab.compare;

import dev.inflight.lab.page.PageTable;
import java.util.ArrayList;
import java.util.List;

/** The tables of a comparison over seeds for a report of its runs. */
public final class SeedComparisonPage {
  private static final String WHY = "Means over the seeds that all experiments have, with 95 % confidence intervals by Student's t over paired"
      + " seeds.";

  private SeedComparisonPage() {
  }

  /** A table of all measures, and one for each job, of each experiment beside A. */
  public static List<PageTable> of(SeedComparison comparison) {
    var tables = new ArrayList<PageTable>();
    for (int other = 1; other < comparison.groups().size(); other++) {
      String label = comparison.groups().get(other).label();
      tables.add(table(comparison, "Over seeds: " + label + " against A", comparison.rows(), other));
      for (SeedComparison.JobRows job : comparison.jobs()) {
        tables.add(table(comparison, "Job " + job.name() + " over seeds: " + label + " against A", job.rows(), other));
      }
    }
    return tables;
  }

  private static PageTable table(SeedComparison comparison, String title, List<SeedComparison.Row> rows, int other) {
    return new PageTable(title, WHY, SeedComparisonText.head(comparison, "Mean of a run", other),
        rows.stream().map(row -> SeedComparisonText.cells(row, other)).toList());
  }
}
