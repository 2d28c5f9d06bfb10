/** Fast-forward of jobs: how many periods of the operations of jobs can be skipped, and how well the time that they take is known. */
@NullMarked
package dev.inflight.sim.repeat;

import org.jspecify.annotations.NullMarked;
