/**
 * Jobs while they run: {@link dev.inflight.sim.job.JobPart} starts the operations of the ranks of one part of a fabric when what they require is done.
 */
@NullMarked
package dev.inflight.sim.job;

import org.jspecify.annotations.NullMarked;
