/** Soft switches: the simulator's switches forward frames of any sender between interfaces. Read {@link SoftSwitches} first. */
@NullMarked
package dev.inflight.live.forward;

import org.jspecify.annotations.NullMarked;
