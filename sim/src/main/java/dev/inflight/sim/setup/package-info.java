/** Everything that determines a run, checked and built into a fabric. Read {@link Setup} first. */
@NullMarked
package dev.inflight.sim.setup;

import org.jspecify.annotations.NullMarked;
