package dev.inflight.lab.explain.job;

import org.jspecify.annotations.Nullable;

/**
 * An operation that has ended, and the one before that set when it began. Links of which no operation under way depends are free to be collected, so
 * that what is kept is the way back from now.
 */
final class ChainLink {
  final @Nullable ChainLink before;
  final ChainStep.Kind kind;
  /** The number among all jobs' operations. */
  final int operation;
  final int rank;
  final long toPs;
  /** Since when a rank has waited for this message. */
  long waitedSincePs;

  ChainLink(@Nullable ChainLink before, ChainStep.Kind kind, int operation, int rank, long toPs) {
    this.before = before;
    this.kind = kind;
    this.operation = operation;
    this.rank = rank;
    this.toPs = toPs;
    waitedSincePs = toPs;
  }
}
