/** Fabrics and jobs that a shift by some servers maps onto themselves, so that a few servers represent all others. */
@NullMarked
package dev.inflight.sim.symmetry;

import org.jspecify.annotations.NullMarked;
