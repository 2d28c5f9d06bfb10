/** Events that affect a fabric from outside: cables and nodes fail, get worse and come back. Read {@link FabricEvent} first. */
@NullMarked
package dev.inflight.sim.change;

import org.jspecify.annotations.NullMarked;
