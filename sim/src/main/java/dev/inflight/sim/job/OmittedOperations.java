package dev.inflight.sim.job;

import dev.inflight.sim.job.state.CollectiveSpan;
import dev.inflight.sim.script.Step;
import java.util.BitSet;
import java.util.function.IntUnaryOperator;

/** Counts skipped operations as done, in a run of one part. */
final class OmittedOperations {
  private final PartRemainder left;
  private final CollectiveSpans spans;

  OmittedOperations(PartRemainder left, CollectiveSpans spans) {
    this.left = left;
    this.spans = spans;
  }

  /** Counts a skipped operation as done. */
  void add(PieceRun piece, int operation, boolean ofCollective) {
    piece.run.left[piece.rank(operation)]--;
    left.ended(piece.run.index);
    CollectiveSpan span = ofCollective ? spans.of(piece, operation) : null;
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

  /** Counts a skipped step of a script as done. */
  void add(JobRun run, Step step) {
    for (int piece = 0; piece < step.pieces(); piece++) {
      for (int place = 0; place < step.members(); place++) {
        int rank = step.member(piece, place);
        run.left[rank] -= run.script().operationsOf(step, rank);
        run.computePs[rank] += run.durationPs(rank, run.endsPs[rank], step.computePs());
      }
    }
    int operations = run.script().firstOperation(step.number() + 1) - step.firstOperation();
    for (int operation = 0; operation < operations; operation++) {
      left.ended(run.index);
    }
    left.messages -= run.script().firstMessage(step.number() + 1) - step.firstMessage();
  }

  /**
   * A shift of collectives by skipped ones.
   *
   * @param first the first one that has not completed, or one before it
   * @param end number after the last one with operations in progress
   * @param by number of skipped collectives
   * @param period number of collectives in a period
   */
  record Shift(int first, int end, int by, int period) {
  }

  /**
   * Moves collectives in progress to later ones, as which they end. Those before them get the times of the last ended ones, some
   * periods later.
   *
   * @param number number of a collective in the job, by its place in the order of repetition
   */
  void shift(JobRun run, Shift shift, IntUnaryOperator number, double periodPs, long skippedPs) {
    var open = new BitSet();
    for (int collective = shift.end - 1; collective >= shift.first; collective--) {
      if (!hasCompleted(run, number.applyAsInt(collective))) {
        open.set(collective);
        spans.move(run, number.applyAsInt(collective), number.applyAsInt(collective + shift.by), skippedPs);
      }
    }
    for (int collective = shift.first; collective < shift.end + shift.by; collective++) {
      boolean isLeftOut = collective >= shift.end || open.get(collective);
      if (isLeftOut && (collective < shift.by || !open.get(collective - shift.by))) {
        repeat(run, collective, number, shift.period, periodPs);
      }
    }
  }

  private void repeat(JobRun run, int collective, IntUnaryOperator number, int period, double periodPs) {
    int own = number.applyAsInt(collective);
    for (int times = 1; collective - times * period >= 0; times++) {
      CollectiveSpan before = spans.get(run, number.applyAsInt(collective - times * period));
      if (before != null && before.ended == run.sizeOfCollective(own)) {
        spans.repeat(run, own, before, Math.round(times * periodPs));
        return;
      }
    }
  }

  /** True if all operations of a collective have ended. */
  private boolean hasCompleted(JobRun run, int collective) {
    CollectiveSpan span = spans.get(run, collective);
    return span != null && span.ended == run.sizeOfCollective(collective);
  }
}
