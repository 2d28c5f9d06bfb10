/**
 * The run: a {@link Simulation} takes a setup and a recorder, starts the flows in time and says how it ended and who was
 * stuck.
 */
@NullMarked
package dev.inflight.sim;

import org.jspecify.annotations.NullMarked;
