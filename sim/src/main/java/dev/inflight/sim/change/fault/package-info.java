/** Events in which hosts and switches work, but not as they should. Read {@link dev.inflight.sim.change.fault.PfcStorm} first. */
@NullMarked
package dev.inflight.sim.change.fault;

import org.jspecify.annotations.NullMarked;
