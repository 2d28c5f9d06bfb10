/**
 * Repetition in the operations of a job: {@link dev.inflight.sim.period.Track} is a stretch of operations, each with a twin one
 * period later; {@link dev.inflight.sim.period.Tracks} are those of a graph.
 */
@NullMarked
package dev.inflight.sim.period;

import org.jspecify.annotations.NullMarked;
