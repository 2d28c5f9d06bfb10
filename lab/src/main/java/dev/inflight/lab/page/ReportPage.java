package dev.inflight.lab.page;

import dev.inflight.lab.explain.Explanation;
import dev.inflight.lab.store.RunTables;
import dev.inflight.lab.store.StoredRun;
import java.nio.file.Path;
import java.util.List;

/** A report of one run, or of several beside each other. */
public final class ReportPage {
  private ReportPage() {
  }

  /** Writes the report of runs; the file appears at once and whole. */
  public static void write(List<StoredRun> runs, Path file) {
    write(runs, List.of(), file);
  }

  /** The same with explanations of flows of the first run. */
  public static void write(List<StoredRun> runs, List<Explanation> explanations, Path file) {
    String data;
    try (RunTables tables = RunTables.of(runs)) {
      data = ReportData.of(runs, tables, explanations);
    }
    Page.REPORT.write(data, file);
  }
}
