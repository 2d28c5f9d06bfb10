/** Order in which operations of a job start: the requirements of each, and lists of operations that start in turn. */
@NullMarked
package dev.inflight.sim.order;

import org.jspecify.annotations.NullMarked;
