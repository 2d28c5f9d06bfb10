package dev.inflight.lab.compare;

import dev.inflight.lab.result.SummaryFile;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Job of a run, as in the run's summary.
 *
 * @param name name of the job
 * @param ranks number of ranks
 * @param operations number of sends, receives and computations
 * @param seconds time until its last operation ended; null when an operation has not ended
 * @param exposedShare largest share of a rank's time in which it waited for messages; null when an operation has not ended
 * @param busBitsPerSec median bus bandwidth of its collectives; null where it has none
 */
record ComparedJob(String name, long ranks, long operations, @Nullable Double seconds, @Nullable Double exposedShare,
    @Nullable Double busBitsPerSec) {
  private static final String LIST = "jobs";

  /** Returns all jobs of a run. */
  static List<ComparedJob> of(@Nullable SummaryFile summary) {
    var jobs = new ArrayList<ComparedJob>();
    for (int at = 0; summary != null && at < summary.items(LIST); at++) {
      String job = LIST + "[" + at + "].";
      String name = summary.text(job + "name");
      Long ranks = summary.whole(job + "ranks");
      Long operations = summary.whole(job + "operations");
      if (name != null && ranks != null && operations != null) {
        jobs.add(new ComparedJob(name, ranks, operations, summary.decimal(job + "seconds"), summary.decimal(job + "exposedShare"),
            summary.decimal(job + "busBitsPerSecond")));
      }
    }
    return jobs;
  }

  /** Reports whether another run's job is the same job. */
  boolean isSame(ComparedJob other) {
    return name.equals(other.name) && ranks == other.ranks && operations == other.operations;
  }

  /**
   * Reports whether two runs have the same jobs, and at least one: they have the same messages then, whatever the start times.
   */
  static boolean areSame(List<ComparedJob> one, List<ComparedJob> other) {
    boolean same = !one.isEmpty() && one.size() == other.size();
    for (int at = 0; same && at < one.size(); at++) {
      same = one.get(at).isSame(other.get(at));
    }
    return same;
  }
}
