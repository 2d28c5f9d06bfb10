/** What is recorded while a simulation runs: {@link Recorder} is notified, samplers poll. */
@NullMarked
package dev.inflight.sim.record;

import org.jspecify.annotations.NullMarked;
