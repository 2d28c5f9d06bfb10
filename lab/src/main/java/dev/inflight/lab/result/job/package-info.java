/** What became of a run's jobs, for people and files. */
@NullMarked
package dev.inflight.lab.result.job;

import org.jspecify.annotations.NullMarked;
