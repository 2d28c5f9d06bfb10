/**
 * Soft switches: the simulator's switches, whose ports are interfaces, forward frames of whoever sends them. Read {@link SoftSwitches} first.
 */
@NullMarked
package dev.inflight.live.forward;

import org.jspecify.annotations.NullMarked;
