/** The run: a {@link Simulation} takes a setup and a recorder, starts the flows in time and reports its end and stalled flows. */
@NullMarked
package dev.inflight.sim;

import org.jspecify.annotations.NullMarked;
