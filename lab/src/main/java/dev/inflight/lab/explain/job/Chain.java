package dev.inflight.lab.explain.job;

import dev.inflight.sim.graph.Job;
import java.util.List;

/**
 * The critical path of a job.
 *
 * @param startPs when the job began, in picoseconds
 * @param endPs when the job ended, or the simulation before it, in picoseconds
 * @param isComplete whether the job ended; the last step of one that did not is what had been under way longest
 * @param steps from its start to its end without a gap
 */
record Chain(Job job, long startPs, long endPs, boolean isComplete, List<ChainStep> steps) {
  /** The job's time, to which the steps add up. */
  long lifePs() {
    return endPs - startPs;
  }
}
