package dev.inflight.lab.compare;

import dev.inflight.lab.result.SummaryFile;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A job of a run, as its summary has it.
 *
 * @param name its name
 * @param ranks how many
 * @param operations sends, receives and computations
 * @param seconds until its last operation ended; null when not all have
 * @param exposedShare the largest share of a rank's time in which it waited for messages; null likewise
 * @param busBitsPerSec median bus bandwidth of its collectives; null where it has none
 */
record ComparedJob(String name, long ranks, long operations, @Nullable Double seconds, @Nullable Double exposedShare,
    @Nullable Double busBitsPerSec) {
  private static final String LIST = "jobs";

  /** All jobs of a run. */
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

  /** Whether another run's job is this one. */
  boolean isSame(ComparedJob other) {
    return name.equals(other.name) && ranks == other.ranks && operations == other.operations;
  }

  /** Whether two runs have the same jobs, and some at all: their messages are the same then, whenever each of them began. */
  static boolean areSame(List<ComparedJob> one, List<ComparedJob> other) {
    boolean same = !one.isEmpty() && one.size() == other.size();
    for (int at = 0; same && at < one.size(); at++) {
      same = one.get(at).isSame(other.get(at));
    }
    return same;
  }
}
