/** How large flows are: the distributions that random traffic draws from. */
@NullMarked
package dev.inflight.sim.workload.size;

import org.jspecify.annotations.NullMarked;
