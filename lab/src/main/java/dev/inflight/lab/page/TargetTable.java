package dev.inflight.lab.page;

import dev.inflight.lab.result.targets.TargetResult;
import dev.inflight.lab.store.StoredRun;
import dev.inflight.lab.targets.Targets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Report table of the results of runs' targets. */
final class TargetTable {
  /** Maximum number of rows in a report. */
  private static final int MOST_ROWS = 200;

  private record Row(String run, TargetResult target) {
  }

  private TargetTable() {
  }

  /** Table with missed targets first; none if no run has targets. */
  static List<PageTable> of(List<StoredRun> runs) {
    var rows = new ArrayList<Row>();
    runs.forEach(run -> Targets.in(run.summary()).forEach(target -> rows.add(new Row(run.name(), target))));
    if (rows.isEmpty()) {
      return List.of();
    }
    long missed = rows.stream().filter(row -> !row.target.met()).count();
    rows.sort(Comparator.comparing(row -> row.target.met()));
    String left = rows.size() > MOST_ROWS ? " Of these, " + MOST_ROWS + " are shown; query has all in the table targets." : "";
    return List.of(new PageTable("Targets",
        (missed == 0 ? "All " + rows.size() + " met." : missed + " of " + rows.size() + " missed.") + left,
        List.of("run", "target", "value", "verdict"), rows.stream().limit(MOST_ROWS)
            .map(row -> List.of(row.run, row.target.text(), row.target.shown(), row.target.verdict())).toList()));
  }
}
