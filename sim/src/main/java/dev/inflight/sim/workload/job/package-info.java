/** What workloads that are jobs have in common. Read {@link JobPlace} first. */
@NullMarked
package dev.inflight.sim.workload.job;

import org.jspecify.annotations.NullMarked;
