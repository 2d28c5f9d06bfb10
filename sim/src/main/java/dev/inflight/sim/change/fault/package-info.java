/** Events of hosts and switches that work, but not as they should: {@link dev.inflight.sim.change.fault.PfcStorm} and its kin. */
@NullMarked
package dev.inflight.sim.change.fault;

import org.jspecify.annotations.NullMarked;
