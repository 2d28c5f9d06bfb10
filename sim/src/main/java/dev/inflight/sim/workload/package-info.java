/**
 * The flows to start. A new workload adds its file and a line of {@link Workloads}; what it makes is a
 * {@link FlowTable}.
 */
@NullMarked
package dev.inflight.sim.workload;

import org.jspecify.annotations.NullMarked;
