/** Why a job took as long as it did: {@link dev.inflight.lab.explain.job.ChainLog} finds the chain of operations that set its end. */
@NullMarked
package dev.inflight.lab.explain.job;

import org.jspecify.annotations.NullMarked;
