package dev.inflight.lab.explain.start;

import dev.inflight.lab.read.InputError;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.graph.OperationGraph;
import dev.inflight.sim.job.state.JobObserver;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.workload.FlowTable;
import java.util.function.Consumer;

/** Finds the start time of a message of a job, which only a simulation can show. */
public final class MessageStart implements JobObserver {
  private final int message;
  private final Simulation simulation;
  private long startPs = -1;

  private MessageStart(Setup setup, int message) {
    this.message = message;
    simulation = new Simulation(setup, Recorder.NONE);
    simulation.jobs().observe(this);
  }

  /**
   * Returns the start time of a flow, in picoseconds; the start of its job, where the search was interrupted.
   *
   * @throws InputError when the flow is a message that does not start before the simulation ends
   */
  public static long of(Setup setup, int flow, Consumer<Simulation> begins) {
    FlowTable flows = setup.flows();
    int message = flows.message(flow);
    if (message < 0) {
      return flows.startPs(flow);
    }
    var search = new MessageStart(setup, message);
    begins.accept(search.simulation);
    boolean isPartial = search.simulation.run().partial();
    if (search.startPs < 0 && isPartial) {
      return flows.startPs(flow);
    }
    if (search.startPs < 0) {
      throw new InputError(
          "flow " + flow + " is a message of a job that never starts, because its send waits for operations that are not done; "
              + "\"explain RUN job NAME\" prints what the job waits for");
    }
    return search.startPs;
  }

  @Override
  public void began(int operation, OperationGraph.Kind kind, int rank, long nowPs) {
    if (operation == message) {
      startPs = nowPs;
      simulation.interrupt();
    }
  }
}
