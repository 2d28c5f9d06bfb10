package dev.inflight.lab.result.flow;

import dev.inflight.sim.graph.Job;
import dev.inflight.sim.workload.FlowTable;
import dev.inflight.sim.workload.job.JobIndex;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the jobs of a table's flows. */
public final class JobOfFlow {
  private final FlowTable flows;
  private final List<Job> jobs;
  private final JobIndex places;

  /** Finds the jobs of the flows of a table, which has all messages of its jobs. */
  public JobOfFlow(FlowTable flows) {
    this.flows = flows;
    jobs = flows.jobs();
    places = new JobIndex(jobs);
  }

  /** Returns the job of a flow; null if it is not a job's message. */
  public @Nullable Job of(int flow) {
    int message = jobs.isEmpty() ? -1 : flows.message(flow);
    if (message < 0) {
      return null;
    }
    return jobs.get(places.of(message));
  }
}
