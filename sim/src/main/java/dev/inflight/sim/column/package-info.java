/**
 * How operations of a graph are kept: in columns, or, of rings, as a formula. Read {@link dev.inflight.sim.column.RingOperations} first.
 */
@NullMarked
package dev.inflight.sim.column;

import org.jspecify.annotations.NullMarked;
