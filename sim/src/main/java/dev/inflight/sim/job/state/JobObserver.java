package dev.inflight.sim.job.state;

import dev.inflight.sim.graph.OperationGraph;

/**
 * Observer of the operations of jobs in a run of one part, in the order of events. An operation that is {@link #enabled} can
 * start because of the last observed event. Operations have their numbers among those of all jobs. Times are in picoseconds.
 */
public interface JobObserver {
  /** Called when the operations of a rank that require nothing can start. */
  default void started(long nowPs) {
  }

  /** Called when all requirements of an operation are met; it starts at this instant. */
  default void enabled(int operation) {
  }

  /**
   * Called when an operation starts. The message of a send starts then.
   *
   * @param rank the rank of its job that does it
   */
  default void began(int operation, OperationGraph.Kind kind, int rank, long nowPs) {
  }

  /** Called when the last byte of a send's message arrives at its destination. */
  default void arrived(int send, long nowPs) {
  }

  /**
   * Called when an operation has ended.
   *
   * @param rank the rank of its job that did it
   * @param stream stream in which a computation ran; 0 for others
   * @param durationPs duration of a computation once its stream was free, in picoseconds, 0 or more; 0 for others
   */
  default void ended(int operation, OperationGraph.Kind kind, int rank, int stream, long durationPs, long nowPs) {
  }
}
