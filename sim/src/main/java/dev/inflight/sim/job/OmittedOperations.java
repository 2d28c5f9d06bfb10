package dev.inflight.sim.job;

import dev.inflight.sim.job.state.CollectiveSpan;
import dev.inflight.sim.script.Step;
import org.jspecify.annotations.Nullable;

/** Counts operations that are left out as done, of a run of one part. */
final class OmittedOperations {
  private final PartRemainder left;
  private final CollectiveSpans spans;

  OmittedOperations(PartRemainder left, CollectiveSpans spans) {
    this.left = left;
    this.spans = spans;
  }

  /** An operation is left out: it counts as done. */
  void add(PieceRun piece, int operation) {
    piece.run.left[piece.rank(operation)]--;
    left.ended(piece.run.index);
    CollectiveSpan span = spans.of(piece, operation);
    if (span != null) {
      span.ended++;
    }
    switch (piece.graph.kind(operation)) {
      case SEND -> left.messages--;
      case COMPUTE ->
        piece.run.computePs[piece.rank(operation)] += piece.graph.stream(operation) == 0 ? piece.graph.durationPs(operation) : 0;
      case RECEIVE -> {
      }
    }
  }

  /** A step of a script is left out: it counts as done. */
  void add(JobRun run, Step step) {
    for (int piece = 0; piece < step.pieces(); piece++) {
      for (int place = 0; place < step.members(); place++) {
        int rank = step.member(piece, place);
        run.left[rank] -= run.script().operationsOf(step, rank);
        run.computePs[rank] += step.computePs();
      }
    }
    int operations = run.script().firstOperation(step.number() + 1) - step.firstOperation();
    for (int operation = 0; operation < operations; operation++) {
      left.ended(run.index);
    }
    left.messages -= run.script().firstMessage(step.number() + 1) - step.firstMessage();
  }

  /** A collective that is under way ends as a later one, in a time that is later too. */
  void move(JobRun run, int from, int to, long laterPs) {
    spans.move(run, from, to, laterPs);
  }

  /** A collective had the times of another, which are later. */
  void repeat(JobRun run, int collective, CollectiveSpan of, long laterPs) {
    spans.repeat(run, collective, of, laterPs);
  }

  /** Whether all operations of a collective have ended. */
  boolean hasCompleted(JobRun run, int collective) {
    CollectiveSpan span = spans.get(run, collective);
    return span != null && span.ended == run.sizeOfCollective(collective);
  }

  /** That of a collective; null where none of its operations has started. */
  @Nullable
  CollectiveSpan spanOf(JobRun run, int collective) {
    return spans.get(run, collective);
  }
}
