/** What is looked at while a simulation runs: {@link Recorder} is told, samplers ask. */
@NullMarked
package dev.inflight.sim.record;

import org.jspecify.annotations.NullMarked;
