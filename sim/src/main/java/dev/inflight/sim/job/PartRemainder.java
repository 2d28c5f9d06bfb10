package dev.inflight.sim.job;

import dev.inflight.sim.graph.OperationGraph;
import java.util.function.IntPredicate;

/** Number of unfinished operations of one part, over all jobs. */
final class PartRemainder {
  /** Operations that have not ended. */
  long operations;
  /** Messages that have not started. */
  int messages;
  private final long[] operationsOf;

  /**
   * Makes the remainder with all operations of a part.
   *
   * @param isHere true for hosts in the part
   */
  PartRemainder(JobRun[] jobs, IntPredicate isHere) {
    operationsOf = new long[jobs.length];
    for (JobRun run : jobs) {
      long before = operations;
      count(run, isHere);
      operationsOf[run.index] = operations - before;
    }
  }

  private void count(JobRun run, IntPredicate isHere) {
    for (int rank = 0; rank < run.ranks() && run.isScript(); rank++) {
      if (isHere.test(run.job.hostOf(rank))) {
        operations += run.all[rank];
        messages += run.messages[rank];
      }
    }
    PieceRun whole = run.whole;
    for (int operation = 0; whole != null && operation < whole.graph.operations(); operation++) {
      if (isHere.test(run.job.host(operation))) { // a rank may have several hosts
        operations++;
        messages += whole.graph.kind(operation) == OperationGraph.Kind.SEND ? 1 : 0;
      }
    }
  }

  /** Counts an operation of a job that has ended; returns true if it was its last one here. */
  boolean ended(int job) {
    operations--;
    return --operationsOf[job] == 0;
  }

  /** True if any operation of a job has not ended. */
  boolean has(int job) {
    return operationsOf[job] > 0;
  }
}
