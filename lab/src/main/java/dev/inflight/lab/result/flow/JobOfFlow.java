package dev.inflight.lab.result.flow;

import dev.inflight.sim.graph.Job;
import dev.inflight.sim.workload.FlowTable;
import org.jspecify.annotations.Nullable;

/** Which job each flow of a table is a message of. */
public final class JobOfFlow {
  private final FlowTable flows;
  private final Job[] jobs;

  /** Those of the flows of a table that has all of its jobs. */
  public JobOfFlow(FlowTable flows) {
    this.flows = flows;
    jobs = flows.jobs().toArray(Job[]::new);
  }

  /** The job of a flow; null where it is no message of a job. */
  public @Nullable Job of(int flow) {
    int message = jobs.length == 0 ? -1 : flows.message(flow);
    if (message < 0) {
      return null;
    }
    int low = 0;
    int high = jobs.length - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (message < jobs[middle].endOperation()) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return jobs[low];
  }
}
