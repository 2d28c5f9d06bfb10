package dev.inflight.lab.explain.words;

import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.result.flow.JobOfFlow;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.graph.Collective;
import dev.inflight.sim.graph.Job;
import dev.inflight.sim.graph.OperationGraph;
import dev.inflight.sim.script.Script;
import dev.inflight.sim.script.Step;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.workload.FlowTable;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Names of flows, and of messages of jobs with their ranks, in sentences. */
public final class FlowNames {
  private final FlowTable flows;
  private final JobOfFlow jobs;
  private final Topology topology;
  private final BitSet known = new BitSet();
  /** Start times of messages, in picoseconds, as no table has them. */
  private final Map<Integer, Long> startsPs = new HashMap<>();

  /** Names for the flows of a setup. */
  public FlowNames(Setup setup) {
    flows = setup.flows();
    jobs = new JobOfFlow(flows);
    topology = setup.topology();
  }

  /** Records that a message has started. */
  public void started(int flow, long startPs) {
    if (!known.get(flow)) {
      known.set(flow);
      if (flows.message(flow) >= 0) {
        startsPs.put(flow, startPs);
      }
    }
  }

  /** Start time of a flow, in picoseconds; its job's start for a message with an unknown start. */
  public long startPs(int flow) {
    return startsPs.getOrDefault(flow, flows.startPs(flow));
  }

  /** Returns the name of a flow, or of a message of a job. */
  public String name(int flow) {
    String hosts = way(flow) + ", " + Humanize.bytes(flows.sizeBytes(flow)) + ", from " + Humanize.time(startPs(flow));
    Job job = job(flow);
    return "flow " + flow + " (" + (job == null ? "" : message(job, flow) + "; ") + hosts + ")";
  }

  /** Returns the source and destination host of a flow, in words. */
  public String way(int flow) {
    return topology.nameAlone(flows.source(flow)) + " to " + topology.nameAlone(flows.destination(flow));
  }

  /** Job of a message; null for a flow that is not a message. */
  public @Nullable Job job(int flow) {
    return jobs.of(flow);
  }

  private String message(Job job, int flow) {
    int operation = flows.message(flow) - job.firstOperation();
    Collective collective = collective(job, operation);
    return "job " + job.name() + ", "
        + (collective == null || collective.name().equals(job.name()) ? "" : "'" + collective.name() + "', ") + "operation "
        + operation + ": rank " + sender(job, flow) + " to rank " + receiver(job, flow);
  }

  /** Rank that sends a message of a job. */
  public int sender(Job job, int flow) {
    return job.program() instanceof Script script
        ? script.sender(flow - flows.firstRowOf(job))
        : job.graph().rank(flows.message(flow) - job.firstOperation());
  }

  /** Rank that receives a message of a job. */
  public int receiver(Job job, int flow) {
    if (job.program() instanceof Script script) {
      return script.receiver(flow - flows.firstRowOf(job));
    }
    OperationGraph graph = job.graph();
    int send = flows.message(flow) - job.firstOperation();
    return graph.open().isOpen(send) ? graph.destination(send) : graph.rank(graph.partner(send));
  }

  /** Collective of an operation of a job; null for none. */
  private static @Nullable Collective collective(Job job, int operation) {
    if (job.program() instanceof Script script) {
      Step step = script.stepOf(operation);
      int number = script.collectiveOf(step, step.pieceOfOperation(operation - step.firstOperation()));
      return number < 0 ? null : script.collective(number);
    }
    OperationGraph graph = job.graph();
    int number = graph.collective(operation);
    return number == OperationGraph.NO_COLLECTIVE ? null : graph.collectives().get(number);
  }
}
