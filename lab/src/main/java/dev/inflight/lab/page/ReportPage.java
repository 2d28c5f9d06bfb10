package dev.inflight.lab.page;

import dev.inflight.lab.experiment.RunAxes;
import dev.inflight.lab.store.RunTables;
import dev.inflight.lab.store.StoredRun;
import dev.inflight.lab.store.check.AbsentTables;
import dev.inflight.lab.store.check.FlowTimeCheck;
import dev.inflight.lab.store.check.FolderCheck;
import dev.inflight.lab.store.check.Warnings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Report of one run, or a comparison of several. */
public final class ReportPage {
  private ReportPage() {
  }

  /**
   * Writes the report of runs. The file appears only when complete.
   *
   * @param explanations breakdowns for flows and jobs of the first run
   * @param more further tables
   * @param warnings receives the errors in the runs' folders; the report has them too
   */
  public static void write(List<StoredRun> runs, Explanations explanations, List<PageTable> more, Path file, Warnings warnings) {
    String data;
    RunAxes axes = RunAxes.of(runs);
    List<StoredRun> named = axes.named(runs);
    try (RunTables tables = RunTables.of(named)) {
      var found = new ArrayList<>(FolderCheck.of(named, tables, FolderCheck.ALL));
      found.addAll(AbsentTables.of(named, tables));
      explanations.flows().forEach(one -> found.addAll(FlowTimeCheck.of(named.getFirst(), tables, one.flow(), one.fctPs())));
      warnings.give(found);
      List<PageTable> shown = Stream.concat(TargetTable.of(named).stream(), more.stream()).toList();
      data = new ReportData(named, tables, axes).text(explanations, shown, found);
    }
    Page.REPORT.write(data, file);
  }
}
