package dev.inflight.sim.job.state;

import dev.inflight.sim.graph.OperationGraph;

/**
 * The operation that a rank has started and not ended when a run is over: a receive without its message, or a send that is not
 * acknowledged.
 *
 * @param job its job's name
 * @param rank the rank
 * @param number its place among the operations of the rank, from 0
 * @param kind kind of the operation
 */
public record WaitingOperation(String job, int rank, int number, OperationGraph.Kind kind) {
}
