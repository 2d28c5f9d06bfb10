/**
 * Events that affect a fabric from outside during a run: cables and nodes that fail, get worse and come back. Read {@link
 * FabricEvent} first.
 */
@NullMarked
package dev.inflight.sim.change;

import org.jspecify.annotations.NullMarked;
