/** Breakdown of a job's time: {@link dev.inflight.lab.explain.job.ChainLog} finds the chain of operations that set its end. */
@NullMarked
package dev.inflight.lab.explain.job;

import org.jspecify.annotations.NullMarked;
