package dev.inflight.sim.job.state;

import dev.inflight.sim.graph.OperationGraph;

/**
 * An operation that a rank has started but not ended at the end of a run: a receive without its message, or an unacknowledged
 * send.
 *
 * @param job its job's name
 * @param rank the rank
 * @param number its place among the operations of the rank, from 0
 * @param kind kind of the operation
 */
public record WaitingOperation(String job, int rank, int number, OperationGraph.Kind kind) {
}
