/**
 * Repetition in the operations of a job: {@link dev.inflight.sim.period.Track} is a stretch of operations of which each has a twin one
 * period later, {@link dev.inflight.sim.period.Tracks} those of a graph.
 */
@NullMarked
package dev.inflight.sim.period;

import org.jspecify.annotations.NullMarked;
