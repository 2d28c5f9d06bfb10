/** Collectives by messages of ranks: one file for each algorithm. Read {@link dev.inflight.sim.collective.Collectives} first. */
@NullMarked
package dev.inflight.sim.collective;

import org.jspecify.annotations.NullMarked;
