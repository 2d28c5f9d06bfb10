/** The flows to start. A new workload adds its file and a line of {@link Workloads}; its result is a {@link FlowTable}. */
@NullMarked
package dev.inflight.sim.workload;

import org.jspecify.annotations.NullMarked;
