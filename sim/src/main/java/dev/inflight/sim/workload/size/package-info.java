/** Sizes of flows: the distributions of random traffic. */
@NullMarked
package dev.inflight.sim.workload.size;

import org.jspecify.annotations.NullMarked;
