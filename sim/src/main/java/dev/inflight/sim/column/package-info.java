/** Storage of a graph's operations: in columns, or as a formula for rings. Read {@link RingOperations} first. */
@NullMarked
package dev.inflight.sim.column;

import org.jspecify.annotations.NullMarked;
