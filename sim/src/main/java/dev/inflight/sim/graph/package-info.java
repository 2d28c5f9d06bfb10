/**
 * Order of the operations of a parallel program's processes: sends, receives and computation that require each other. Read
 * {@link dev.inflight.sim.graph.OperationGraph} first.
 */
@NullMarked
package dev.inflight.sim.graph;

import org.jspecify.annotations.NullMarked;
