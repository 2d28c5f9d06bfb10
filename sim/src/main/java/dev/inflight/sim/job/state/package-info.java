/** A part's state of messages without a known partner, and of collectives. */
@NullMarked
package dev.inflight.sim.job.state;

import org.jspecify.annotations.NullMarked;
