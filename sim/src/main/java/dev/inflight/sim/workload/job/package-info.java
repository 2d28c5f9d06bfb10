/** Common parts of workloads that are jobs. Read {@link JobPlace} first. */
@NullMarked
package dev.inflight.sim.workload.job;

import org.jspecify.annotations.NullMarked;
