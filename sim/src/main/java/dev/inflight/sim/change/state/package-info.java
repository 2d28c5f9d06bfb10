/** Properties of a fabric that can be changed from outside, and their places. Read {@link FabricState} first. */
@NullMarked
package dev.inflight.sim.change.state;

import org.jspecify.annotations.NullMarked;
