package dev.inflight.lab.result.job;

import dev.inflight.lab.result.schema.JsonOut;
import dev.inflight.sim.job.state.RankResult;
import java.util.List;

/** Jobs of a run in its summary. */
public final class JobsJson {
  /** Keys with their types, units and meanings. */
  public static final String KEYS = """
      jobs | list | | jobs, in the scenario's order; no such key without jobs
      jobs[].name | text | | its name
      jobs[].ranks | whole | | number of ranks
      jobs[].operations | whole | | sends, receives and computations
      jobs[].operationsDone | whole | | operations that ended
      jobs[].seconds | decimal or none | s | from its start until its last operation ended; none when not all have
      jobs[].slowestRank | whole or none | | rank that ended last
      jobs[].exposedShare | decimal or none | | the largest share of a rank's time in which it waited for messages
      jobs[].collectives | whole | | number of collectives
      jobs[].collectivesCompleted | whole | | collectives that completed
      jobs[].busBitsPerSecond | decimal or none | bit/s | median bus bandwidth of completed collectives; none when there are none
      """;

  private JobsJson() {
  }

  /** Writes a list of jobs. */
  public static void write(JsonOut json, List<JobSummary> jobs) {
    json.list("jobs");
    for (JobSummary one : jobs) {
      boolean done = one.isComplete();
      Double bus = one.medianBusBitsPerSec();
      json.item();
      json.text("name", one.job().name());
      json.whole("ranks", one.ranks().size());
      json.whole("operations", one.ranks().stream().mapToLong(RankResult::operations).sum());
      json.whole("operationsDone", one.ranks().stream().mapToLong(RankResult::operationsDone).sum());
      json.decimal("seconds", done ? one.durationPs() / 1e12 : null);
      json.whole("slowestRank", done ? (long) one.slowest().rank() : null);
      json.decimal("exposedShare", done ? Math.round(one.exposedShare() * 1e6) / 1e6 : null);
      json.whole("collectives", one.collectives().size());
      json.whole("collectivesCompleted", one.completed());
      json.decimal("busBitsPerSecond", bus == null ? null : Math.rint(bus));
      json.end();
    }
    json.end();
  }
}
