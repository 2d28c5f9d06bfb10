/**
 * Jobs during a run: {@link dev.inflight.sim.job.JobPart} starts the operations of the ranks of one part of a fabric when their
 * requirements are met.
 */
@NullMarked
package dev.inflight.sim.job;

import org.jspecify.annotations.NullMarked;
