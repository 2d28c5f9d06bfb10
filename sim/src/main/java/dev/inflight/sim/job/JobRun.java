package dev.inflight.sim.job;

import dev.inflight.sim.change.fault.SlowCompute;
import dev.inflight.sim.graph.Collective;
import dev.inflight.sim.graph.Job;
import dev.inflight.sim.graph.JobList;
import dev.inflight.sim.graph.OperationGraph;
import dev.inflight.sim.job.state.RankResult;
import dev.inflight.sim.job.state.WaitingOperation;
import dev.inflight.sim.column.Countdown;
import dev.inflight.sim.script.Script;
import dev.inflight.sim.workload.FlowTable;
import dev.inflight.sim.workload.job.JobIndex;
import java.util.Arrays;
import java.util.List;
import java.util.Comparator;
import java.util.ArrayList;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Progress of one job, in columns. Entries of an operation or rank belong to its host's part; no other part uses them. */
final class JobRun {
  final Job job;
  /** Start of the job, in picoseconds; -1 while a job that follows another one has not started. No part runs when it is set. */
  long startPs;
  /** Index among the jobs. */
  int index;
  /** True if another job follows this one. */
  boolean isFollowed;
  /** All operations; null for a script. */
  final @Nullable PieceRun whole;
  /** By column of a graph, the number of messages before it. */
  private final int[] messagesBefore;
  private final @Nullable Script script;
  /** The row of the first message; the rows of a job are consecutive. */
  private int firstRow;

  /** Operations that require nothing, rank by rank, and the start of each rank's. */
  final int[] first;
  final int[] firstOf;

  // By rank.
  final long[][] streamsFreeAtPs;
  final long[] coveredUntilPs;
  final long[] computePs;
  final long[] endsPs;
  final long[] left;
  final long[] all;
  /** Messages that each rank of a script sends. */
  final long[] messages;

  private List<SlowCompute> slow = List.of();

  /** By collective, its number of operations. */
  private final int[] collectiveSizes;

  JobRun(Job job) {
    this.job = job;
    startPs = job.after() == null ? job.startPs() : -1;
    int ranks = job.program().ranks();
    streamsFreeAtPs = new long[ranks][1];
    coveredUntilPs = new long[ranks];
    computePs = new long[ranks];
    endsPs = new long[ranks];
    firstOf = new int[ranks + 1];
    if (job.program() instanceof OperationGraph graph) {
      script = null;
      all = new long[ranks];
      messages = new long[0];
      whole = new PieceRun(this, graph);
      messagesBefore = new int[graph.columns()];
      collectiveSizes = new int[graph.collectives().size()];
      count(graph);
      first = firstOperations(graph, whole.missing);
    } else if (job.program() instanceof Script steps) {
      script = steps;
      whole = null;
      messagesBefore = new int[0];
      collectiveSizes = new int[0];
      all = steps.operationsByRank();
      messages = steps.messagesByRank();
      first = new int[0];
    } else {
      throw new IllegalArgumentException("job " + job.name() + " has a program of an unknown kind");
    }
    left = all.clone();
  }

  private void count(OperationGraph graph) {
    int sends = 0;
    for (int operation = 0; operation < graph.operations(); operation++) {
      int column = graph.column(operation);
      if (column >= 0) {
        messagesBefore[column] = sends;
      }
      sends += graph.kind(operation) == OperationGraph.Kind.SEND ? 1 : 0;
      all[graph.rank(operation)]++;
      if (graph.collective(operation) != OperationGraph.NO_COLLECTIVE) {
        collectiveSizes[graph.collective(operation)]++;
      }
    }
  }

  private int[] firstOperations(OperationGraph graph, Countdown missing) {
    for (int operation = 0; operation < missing.operations(); operation++) {
      firstOf[graph.rank(operation) + 1] += missing.of(operation) == 0 ? 1 : 0;
    }
    for (int rank = 0; rank < graph.ranks(); rank++) {
      firstOf[rank + 1] += firstOf[rank];
    }
    int[] operations = new int[firstOf[graph.ranks()]];
    int[] next = firstOf.clone();
    for (int operation = 0; operation < missing.operations(); operation++) {
      if (missing.of(operation) == 0) {
        operations[next[graph.rank(operation)]++] = operation;
      }
    }
    return operations;
  }

  /** The jobs of a table, with the row of each message. */
  static JobRun[] of(FlowTable flows) {
    JobRun[] runs = flows.jobs().stream().map(JobRun::new).toArray(JobRun[]::new);
    for (int index = 0; index < runs.length; index++) {
      runs[index].index = index;
      runs[index].isFollowed = JobList.isFollowed(runs[index].job, flows.jobs());
    }
    for (JobRun run : runs) {
      int row = flows.firstRowOf(run.job);
      run.firstRow = row < 0 && !run.isScript() ? Integer.MAX_VALUE : row;
    }
    var places = new JobIndex(flows.jobs());
    flows.rowsInColumns().forEach(row -> {
      int message = flows.message(row);
      if (message >= 0) {
        JobRun run = runs[places.of(message)];
        run.firstRow = Math.min(run.firstRow, row);
      }
    });
    return runs;
  }

  /** The row of a send of a graph. Messages of a job have consecutive rows, in their order. */
  int row(int send) {
    OperationGraph graph = job.graph();
    int column = graph.column(send);
    return firstRow + (column >= 0 ? messagesBefore[column] : graph.rings().get(~column).message(send));
  }

  int firstRow() {
    return firstRow;
  }

  /** The script of a job that has one. */
  Script script() {
    return Objects.requireNonNull(script);
  }

  /** The steps of a script that a rank starts with, in order. */
  int[] startsOf(int rank) {
    Script steps = script();
    return Arrays.stream(steps.starts()).filter(step -> steps.step(step).has(rank) && steps.step(step).entries(rank) == 0)
        .toArray();
  }

  /** True if a rank has operations at the start. */
  boolean starts(int rank) {
    return isScript() ? startsOf(rank).length > 0 : firstOf[rank + 1] > firstOf[rank];
  }

  boolean isScript() {
    return script != null;
  }

  int ranks() {
    return all.length;
  }

  /** Number of collectives. */
  int collectives() {
    return script == null ? collectiveSizes.length : script.collectives();
  }

  Collective collective(int number) {
    return whole == null ? script().collective(number) : whole.graph.collectives().get(number);
  }

  /** Number of operations of a collective. */
  int sizeOfCollective(int number) {
    return script == null ? collectiveSizes[number] : script.operationsOfCollective(number);
  }

  /** Sets the events that make computations on some hosts take longer. */
  void slowBy(List<SlowCompute> events) {
    slow = List.copyOf(events);
  }

  /** Duration of a computation that starts at a time, in picoseconds. */
  long durationPs(int rank, long beginPs, long usualPs) {
    return slow.isEmpty() ? usualPs : SlowCompute.durationPs(slow, job.hostOf(rank), beginPs, usualPs);
  }

  /** Earliest time at which a stream of a rank starts the next computation, in picoseconds. */
  long streamFreeAtPs(int rank, int stream) {
    return stream < streamsFreeAtPs[rank].length ? streamsFreeAtPs[rank][stream] : 0;
  }

  /** Occupies a stream of a rank with a computation that starts now or, if the stream is busy, when that ends. */
  void compute(int rank, int stream, long nowPs, long untilPs) {
    if (stream >= streamsFreeAtPs[rank].length) {
      streamsFreeAtPs[rank] = Arrays.copyOf(streamsFreeAtPs[rank], stream + 1);
    }
    streamsFreeAtPs[rank][stream] = untilPs;
    // From now until then some stream computes without a break, so one time describes the computed future.
    computePs[rank] += Math.max(0, untilPs - Math.max(coveredUntilPs[rank], nowPs));
    coveredUntilPs[rank] = Math.max(coveredUntilPs[rank], untilPs);
  }

  /** The first operation that each rank has started but not ended. */
  List<WaitingOperation> waiting() {
    if (whole == null) {
      return List.of();
    }
    OperationGraph graph = whole.graph;
    var waiting = new ArrayList<WaitingOperation>();
    int[] passed = new int[ranks()];
    boolean[] found = new boolean[ranks()];
    for (int operation = 0; operation < graph.operations(); operation++) {
      int rank = graph.rank(operation);
      if (!found[rank] && whole.isWaiting(operation)) {
        found[rank] = true;
        waiting.add(new WaitingOperation(job.name(), rank, passed[rank], graph.kind(operation)));
      }
      passed[rank]++;
    }
    waiting.sort(Comparator.comparingInt(WaitingOperation::rank));
    return waiting;
  }

  /** Time in which a rank has computed so far. */
  long computedPs(int rank, long nowPs) {
    return computePs[rank] - Math.max(0, coveredUntilPs[rank] - nowPs);
  }

  RankResult result(int rank) {
    boolean done = left[rank] == 0;
    long endPs = done ? endsPs[rank] : -1;
    return new RankResult(job.name(), rank, job.hostOf(rank), startPs, endPs, computePs[rank],
        done ? endPs - startPs - computePs[rank] : -1, all[rank] - left[rank], all[rank]);
  }
}
