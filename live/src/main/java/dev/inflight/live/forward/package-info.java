/**
 * Soft switches: the simulator's switches, with interfaces as ports, forward frames of any sender. Read {@link SoftSwitches}
 * first.
 */
@NullMarked
package dev.inflight.live.forward;

import org.jspecify.annotations.NullMarked;
