/**
 * What the processes of a parallel program do and in which order: sends, receives and computation that require each other. Read
 * {@link dev.inflight.sim.graph.OperationGraph} first.
 */
@NullMarked
package dev.inflight.sim.graph;

import org.jspecify.annotations.NullMarked;
