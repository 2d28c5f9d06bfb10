/** Fast-forward of jobs: how many periods of jobs' operations can be skipped, and how well their duration is known. */
@NullMarked
package dev.inflight.sim.repeat;

import org.jspecify.annotations.NullMarked;
