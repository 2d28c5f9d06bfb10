/** Results of a run's jobs. */
@NullMarked
package dev.inflight.lab.result.job;

import org.jspecify.annotations.NullMarked;
