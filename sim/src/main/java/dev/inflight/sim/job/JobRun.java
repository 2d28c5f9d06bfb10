package dev.inflight.sim.job;

import dev.inflight.sim.graph.OperationGraph;
import dev.inflight.sim.workload.FlowTable;
import dev.inflight.sim.graph.Job;
import java.util.Arrays;

/** How far one job is, in columns. Each operation's and each rank's places belong to the part that its host is in, and no other touches them. */
final class JobRun {
  static final byte BEGUN = 1;
  static final byte ARRIVED = 2;
  static final byte ENDED = 4;

  final Job job;
  final OperationGraph graph;
  /** By operation, how much of what it requires is not done. */
  final int[] missing;
  final byte[] states;
  /** The row of each send. */
  final int[] rows;
  final FirstArrivals arrivals;

  /** Operations that require nothing, rank by rank, and where each rank's begin. */
  final int[] first;
  final int[] firstOf;

  // By rank.
  final long[][] streamsFreeAtPs;
  final long[] coveredUntilPs;
  final long[] computePs;
  final long[] endsPs;
  final int[] left;
  final int[] all;

  /** By collective, how many operations it has. */
  final int[] collectiveSizes;

  JobRun(Job job) {
    this.job = job;
    graph = job.graph();
    missing = graph.requirements();
    states = new byte[graph.operations()];
    rows = new int[graph.operations()];
    arrivals = new FirstArrivals(graph);
    int ranks = graph.ranks();
    streamsFreeAtPs = new long[ranks][1];
    coveredUntilPs = new long[ranks];
    computePs = new long[ranks];
    endsPs = new long[ranks];
    all = new int[ranks];
    collectiveSizes = new int[graph.collectives().size()];
    for (int operation = 0; operation < graph.operations(); operation++) {
      all[graph.rank(operation)]++;
      if (graph.collective(operation) != OperationGraph.NO_COLLECTIVE) {
        collectiveSizes[graph.collective(operation)]++;
      }
    }
    left = all.clone();
    firstOf = new int[ranks + 1];
    for (int operation = 0; operation < missing.length; operation++) {
      firstOf[graph.rank(operation) + 1] += missing[operation] == 0 ? 1 : 0;
    }
    for (int rank = 0; rank < ranks; rank++) {
      firstOf[rank + 1] += firstOf[rank];
    }
    first = new int[firstOf[ranks]];
    int[] next = firstOf.clone();
    for (int operation = 0; operation < missing.length; operation++) {
      if (missing[operation] == 0) {
        first[next[graph.rank(operation)]++] = operation;
      }
    }
  }

  /** The jobs of a table, with the row of each message. */
  static JobRun[] of(FlowTable flows) {
    JobRun[] runs = flows.jobs().stream().map(JobRun::new).toArray(JobRun[]::new);
    for (int row = 0; row < flows.count() && runs.length > 0; row++) {
      int message = flows.message(row);
      if (message >= 0) {
        JobRun run = runs[indexOf(runs, message)];
        run.rows[message - run.job.firstOperation()] = row;
      }
    }
    return runs;
  }

  /** Which of them has an operation, by its number among all. */
  static int indexOf(JobRun[] runs, int operation) {
    int from = 0;
    int to = runs.length - 1;
    while (from < to) {
      int middle = from + to >>> 1;
      if (operation < runs[middle].job.endOperation()) {
        to = middle;
      } else {
        from = middle + 1;
      }
    }
    return from;
  }

  boolean is(int operation, byte state) {
    return (states[operation] & state) != 0;
  }

  /** When a stream of a rank takes the next computation. */
  long streamFreeAtPs(int rank, int stream) {
    return stream < streamsFreeAtPs[rank].length ? streamsFreeAtPs[rank][stream] : 0;
  }

  /** A computation takes a stream of a rank for a time that begins now or, where the stream is busy, when that ends. */
  void compute(int rank, int stream, long nowPs, long untilPs) {
    if (stream >= streamsFreeAtPs[rank].length) {
      streamsFreeAtPs[rank] = Arrays.copyOf(streamsFreeAtPs[rank], stream + 1);
    }
    streamsFreeAtPs[rank][stream] = untilPs;
    // From now until then some stream computes without a break, so what lies ahead is covered up to one time.
    computePs[rank] += Math.max(0, untilPs - Math.max(coveredUntilPs[rank], nowPs));
    coveredUntilPs[rank] = Math.max(coveredUntilPs[rank], untilPs);
  }

  RankResult result(int rank) {
    boolean done = left[rank] == 0;
    long endPs = done ? endsPs[rank] : -1;
    return new RankResult(job.name(), rank, job.hostOf(rank), endPs, computePs[rank],
        done ? endPs - job.startPs() - computePs[rank] : -1, all[rank] - left[rank], all[rank]);
  }
}
