/** Records of a simulation during its run: {@link Recorder} is notified, samplers poll. */
@NullMarked
package dev.inflight.sim.record;

import org.jspecify.annotations.NullMarked;
