package dev.inflight.lab.explain.job;

import dev.inflight.sim.graph.Job;
import java.util.List;

/**
 * Critical path of a job.
 *
 * @param startPs time at which the job started, in picoseconds
 * @param endPs time at which the job or the simulation ended, in picoseconds
 * @param isComplete true if the job ended; otherwise the last step is the operation that had been active longest
 * @param steps steps from the job's start to its end, without a gap
 */
record Chain(Job job, long startPs, long endPs, boolean isComplete, List<ChainStep> steps) {
  /** Duration of the job, in picoseconds, to which the steps add up. */
  long lifePs() {
    return endPs - startPs;
  }
}
