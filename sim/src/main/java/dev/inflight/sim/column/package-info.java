/** Storage of a graph's operations: in columns, or, for rings, as a formula. Read {@link dev.inflight.sim.column.RingOperations} first. */
@NullMarked
package dev.inflight.sim.column;

import org.jspecify.annotations.NullMarked;
