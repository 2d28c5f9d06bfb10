package dev.inflight.lab.store.check;

import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.result.ResultFiles;
import dev.inflight.lab.result.SummaryFile;
import dev.inflight.lab.result.schema.JobFiles;
import dev.inflight.lab.result.schema.ResultFile;
import dev.inflight.lab.store.RunState;
import dev.inflight.lab.store.RunTables;
import dev.inflight.lab.store.StoredRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Missing tables that the run should have and a report needs, with the parts that the report therefore lacks. */
public final class AbsentTables {
  private static final List<Need> NEEDS = List.of(
      Need.always(ResultFiles.FLOWS, "slowdowns, completion times and slowest flows"),
      Need.always(ResultFiles.QUEUE_LENGTHS, "distribution of queues"),
      Need.always(ResultFiles.QUEUES, "ports with the longest queues"),
      Need.always(ResultFiles.PORTS, "fabric, and share of capacity that pauses suppress"),
      Need.always(ResultFiles.PAUSES, "tree of pauses"),
      new Need(ResultFiles.STALLED, "reasons why flows did not finish", false, summary -> number(summary, "stalledFlows") > 0),
      new Need(JobFiles.RANKS, "times of jobs and their ranks", false, summary -> summary.items("jobs") > 0),
      new Need(JobFiles.COLLECTIVES, "collectives", false, AbsentTables::hasCollectives),
      new Need(ResultFiles.FLOW_SERIES, "goodput of flows over time", false, _ -> false),
      new Need(ResultFiles.PORT_SERIES, "queues and throughput over time", false, _ -> false),
      new Need(JobFiles.RANK_SERIES, "what ranks did over time", false, _ -> false));

  /**
   * Table, and the parts of a report that need it.
   *
   * @param shown parts of a report that show it
   * @param always true if every run writes it
   * @param isWritten returns true if a run with this summary must have written it, by other keys of the summary
   */
  private record Need(ResultFile table, String shown, boolean always, Predicate<SummaryFile> isWritten) {
    static Need always(ResultFile table, String shown) {
      return new Need(table, shown, true, _ -> true);
    }
  }

  private AbsentTables() {
  }

  private static long number(SummaryFile summary, String key) {
    return Objects.requireNonNullElse(summary.whole(key), 0L);
  }

  private static boolean hasCollectives(SummaryFile summary) {
    for (int job = 0; job < summary.items("jobs"); job++) {
      if (number(summary, "jobs[" + job + "].collectives") > 0) {
        return true;
      }
    }
    return false;
  }

  /** Returns a finding per missing table. */
  public static List<Finding> of(List<StoredRun> runs, RunTables tables) {
    var absent = new ArrayList<Finding>();
    for (StoredRun run : runs) {
      for (Need need : NEEDS) {
        if (!tables.has(run, need.table) && isExpected(run.summary(), need)) {
          absent.add(new Finding(Finding.Kind.CHANGED, SourceLocation.of(run.folder()),
              "the run has no " + need.table.name()
                  + (run.state() == RunState.INCOMPLETE || run.state() == RunState.FAILED ? " yet" : "")
                  + ", so the report lacks its " + need.shown));
        }
      }
    }
    return absent;
  }

  /** Without a summary, a run may still have the files of all runs. */
  private static boolean isExpected(@Nullable SummaryFile summary, Need need) {
    return summary == null ? need.always : need.isWritten.test(summary) || FileCheck.lists(summary, need.table);
  }
}
