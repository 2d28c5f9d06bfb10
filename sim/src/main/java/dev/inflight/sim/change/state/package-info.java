/** Properties of a fabric that events can change, and the cables and nodes that have them. Read {@link FabricState} first. */
@NullMarked
package dev.inflight.sim.change.state;

import org.jspecify.annotations.NullMarked;
