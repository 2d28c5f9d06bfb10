/** Clocks of flows that know of their flow only what {@link Waiting} says. */
@NullMarked
package dev.inflight.net.host.timer;

import org.jspecify.annotations.NullMarked;
