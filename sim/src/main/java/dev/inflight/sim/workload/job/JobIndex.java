package dev.inflight.sim.workload.job;

import dev.inflight.sim.graph.Job;
import java.util.Collection;

/** Job of an operation, by its number among those of all jobs. */
public final class JobIndex {
  private final int[] ends;

  /** Makes the index of all jobs of a run, in the order in which they were added. */
  public JobIndex(Collection<Job> jobs) {
    ends = jobs.stream().mapToInt(Job::endOperation).toArray();
  }

  /** Index of the operation's job, from 0. */
  public int of(int operation) {
    int from = 0;
    int to = ends.length - 1;
    while (from < to) {
      int middle = from + to >>> 1;
      if (operation < ends[middle]) {
        to = middle;
      } else {
        from = middle + 1;
      }
    }
    return from;
  }
}
