/** What can be changed of a fabric from outside, and where. Read {@link FabricState} first. */
@NullMarked
package dev.inflight.sim.change.state;

import org.jspecify.annotations.NullMarked;
