/** Runs of which one block of hosts is simulated: search for their symmetry, and results of all blocks. */
@NullMarked
package dev.inflight.sim.symmetry.run;

import org.jspecify.annotations.NullMarked;
