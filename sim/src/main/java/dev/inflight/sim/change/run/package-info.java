/** Application of events in a run. Read {@link EventStep} first. */
@NullMarked
package dev.inflight.sim.change.run;

import org.jspecify.annotations.NullMarked;
