package dev.inflight.lab.explain.job;

import dev.inflight.lab.explain.words.FlowNames;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.print.Humanize;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.graph.Job;
import dev.inflight.sim.graph.OperationGraph;
import dev.inflight.sim.job.state.JobObserver;
import dev.inflight.sim.rdma.UnfinishedOperation;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.workload.FlowTable;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Finds the critical path of a job in a simulation: for each operation it keeps the operation that set its start, as long as the
 * path may include it.
 */
final class ChainLog implements JobObserver {
  /** Active computation. */
  private record Computing(int operation, int rank) {
  }

  private final Setup setup;
  private final Job job;
  private final FlowTable flows;
  private final Simulation simulation;
  /** Link that set the start of an operation, by operation of the job; only of active operations. */
  private final Map<Integer, ChainLink> begins = new HashMap<>();
  /** Sends that have either arrived or been acknowledged, but not both. */
  private final BitSet half = new BitSet();
  private final BitSet arrived = new BitSet();
  private final Map<Integer, Computing> computing = new HashMap<>();
  /** Computation that ended last, by rank and stream. */
  private final Map<Long, ChainLink> lastOfStreams = new HashMap<>();
  /** Start of the job. */
  private ChainLink start;
  /** Current observation, which sets the start of operations that start at this instant. */
  private ChainLink current;
  private ChainLink last;
  private long lastEndPs = -1;
  private int lastRank;
  private long endPs = -1;
  private int left;

  private ChainLog(Setup setup, Job job) {
    this.setup = setup;
    this.job = job;
    flows = setup.flows();
    left = job.program().operations();
    start = new ChainLink(null, ChainStep.Kind.COMPUTE, -1, 0, job.startPs());
    current = start;
    last = start;
    simulation = new Simulation(setup, Recorder.NONE);
    simulation.jobs().observe(this);
  }

  /**
   * Simulates until the job has ended, and returns its critical path.
   *
   * @param begins receives the simulation when it is about to run
   * @throws InputError when the simulation ends before the job starts
   */
  static Chain of(Setup setup, Job job, Consumer<Simulation> begins) {
    var log = new ChainLog(setup, job);
    begins.accept(log.simulation);
    log.simulation.run();
    return log.chain();
  }

  private boolean isOfJob(int operation) {
    return operation >= job.firstOperation() && operation < job.endOperation();
  }

  private ChainLink beginOf(int operation) {
    return Objects.requireNonNull(begins.get(operation), () -> "operation " + operation + " ends, and has not started");
  }

  @Override
  public void started(long nowPs) {
    if (simulation.jobs().startPs(job) == nowPs) {
      start = new ChainLink(null, ChainStep.Kind.COMPUTE, -1, 0, nowPs);
      last = left == job.program().operations() ? start : last;
    }
    current = start;
  }

  @Override
  public void enabled(int operation) {
    if (isOfJob(operation)) {
      begins.put(operation, current);
    }
  }

  @Override
  public void began(int operation, OperationGraph.Kind kind, int rank, long nowPs) {
    if (isOfJob(operation)) {
      current = beginOf(operation);
      if (kind == OperationGraph.Kind.COMPUTE) {
        computing.put(operation, new Computing(operation, rank));
      }
    }
  }

  @Override
  public void arrived(int send, long nowPs) {
    if (isOfJob(send)) {
      arrived.set(send - job.firstOperation());
      current = new ChainLink(beginOf(send), ChainStep.Kind.MESSAGE, send, 0, nowPs);
      halfOver(send);
    }
  }

  @Override
  public void ended(int operation, OperationGraph.Kind kind, int rank, int stream, long durationPs, long nowPs) {
    if (!isOfJob(operation)) {
      return;
    }
    switch (kind) {
      case COMPUTE -> {
        computing.remove(operation);
        if (durationPs > 0) {
          computed(operation, rank, stream, nowPs - durationPs, nowPs);
        }
        begins.remove(operation);
      }
      case SEND -> {
        current = new ChainLink(beginOf(operation), ChainStep.Kind.ACKNOWLEDGED, operation, rank, nowPs);
        halfOver(operation);
      }
      case RECEIVE -> { // set by the current observation: the message's arrival, or the receive's own start
        current.waitedSincePs = Math.min(current.waitedSincePs, beginOf(operation).toPs);
        begins.remove(operation);
      }
    }
    if (nowPs > lastEndPs || rank <= lastRank) { // the lowest of several ranks is the last, as in tables
      last = current;
      lastEndPs = nowPs;
      lastRank = rank;
    }
    if (--left == 0) {
      endPs = nowPs;
      simulation.interrupt();
    }
  }

  /** Keeps a send's link until its message has both arrived and been acknowledged. */
  private void halfOver(int send) {
    int number = send - job.firstOperation();
    half.flip(number);
    if (!half.get(number)) {
      begins.remove(send);
    }
  }

  private void computed(int operation, int rank, int stream, long fromPs, long nowPs) {
    long key = (long) rank << 32 | stream;
    ChainLink before = beginOf(operation);
    if (before.toPs < fromPs) { // its stream was busy
      before = Objects.requireNonNull(lastOfStreams.get(key));
    }
    if (before.toPs != fromPs) {
      throw new IllegalStateException("operation " + operation + " computes from " + fromPs + " ps on, and nothing ended then");
    }
    current = new ChainLink(before, ChainStep.Kind.COMPUTE, operation, rank, nowPs);
    lastOfStreams.put(key, current);
  }

  private Chain chain() {
    if (left == 0) {
      return new Chain(job, start.toPs, endPs, true, steps(last));
    }
    long nowPs = simulation.nowPs();
    if (simulation.jobs().startPs(job) < 0) {
      throw new InputError("job " + job.name() + " follows job " + Objects.requireNonNull(job.after()).name()
          + ", which has not ended when the simulation ends at " + Humanize.time(nowPs));
    }
    if (nowPs < job.startPs()) {
      throw new InputError("job " + job.name() + " starts at " + Humanize.time(job.startPs()) + ", and the simulation ends at "
          + Humanize.time(nowPs));
    }
    return new Chain(job, start.toPs, nowPs, false, steps(underWay(nowPs)));
  }

  /**
   * Returns the operation that has been active longest: a message that has not arrived, or else a computation, or else a message
   * that is not acknowledged.
   */
  private ChainLink underWay(long nowPs) {
    IntStream rows = IntStream.concat(simulation.unfinished().stream().mapToInt(sender -> sender.flow().id()),
        simulation.unfinishedOperations().stream().mapToInt(UnfinishedOperation::row));
    List<Integer> messages = rows.mapToObj(flows::message)
        .filter(message -> message >= 0 && isOfJob(message) && begins.containsKey(message)).toList();
    Comparator<Integer> earliest = Comparator.<Integer>comparingLong(operation -> beginOf(operation).toPs)
        .thenComparing(Comparator.naturalOrder());
    Integer message = messages.stream().filter(one -> !arrived.get(one - job.firstOperation())).min(earliest).orElse(null);
    if (message != null) {
      return new ChainLink(beginOf(message), ChainStep.Kind.MESSAGE, message, 0, nowPs);
    }
    Integer computation = computing.keySet().stream().min(earliest).orElse(null);
    if (computation != null) {
      return new ChainLink(beginOf(computation), ChainStep.Kind.COMPUTE, computation,
          Objects.requireNonNull(computing.get(computation)).rank(), nowPs);
    }
    return messages.stream().min(earliest).map(one -> new ChainLink(beginOf(one), ChainStep.Kind.ACKNOWLEDGED, one, 0, nowPs))
        .orElse(last);
  }

  private List<ChainStep> steps(ChainLink end) {
    var links = new ArrayList<ChainLink>();
    for (ChainLink link = end; link.before != null; link = link.before) {
      links.add(link);
    }
    Collections.reverse(links);
    Map<Integer, Integer> rows = rows(links);
    var names = new FlowNames(setup);
    var steps = new ArrayList<ChainStep>();
    for (ChainLink link : links) {
      long fromPs = Objects.requireNonNull(link.before).toPs;
      if (link.kind == ChainStep.Kind.COMPUTE) {
        steps.add(new ChainStep(link.kind, link.rank, link.rank, -1, fromPs, link.toPs, link.toPs));
      } else {
        int row = Objects.requireNonNull(rows.get(link.operation));
        steps.add(new ChainStep(link.kind, names.sender(job, row), names.receiver(job, row), row, fromPs, link.toPs,
            link.waitedSincePs));
      }
    }
    return steps.stream().filter(step -> step.ps() > 0).toList();
  }

  /** Returns the rows of messages. */
  private Map<Integer, Integer> rows(List<ChainLink> links) {
    var wanted = new BitSet();
    links.stream().filter(link -> link.kind != ChainStep.Kind.COMPUTE)
        .forEach(link -> wanted.set(link.operation - job.firstOperation()));
    var rows = new HashMap<Integer, Integer>();
    int missing = wanted.cardinality();
    for (int row = 0; row < flows.count() && rows.size() < missing; row++) {
      int message = flows.message(row);
      if (message >= 0 && isOfJob(message) && wanted.get(message - job.firstOperation())) {
        rows.put(message, row);
      }
    }
    return rows;
  }
}
