package dev.inflight.lab.explain.job;

import org.jspecify.annotations.Nullable;

/**
 * Operation that has ended, with a link to the operation that set its start. The garbage collector may remove links on which no
 * active operation depends, so only the paths back from now remain.
 */
final class ChainLink {
  final @Nullable ChainLink before;
  final ChainStep.Kind kind;
  /** Number among all jobs' operations. */
  final int operation;
  final int rank;
  final long toPs;
  /** Time since which a rank has waited for this message, in picoseconds. */
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
