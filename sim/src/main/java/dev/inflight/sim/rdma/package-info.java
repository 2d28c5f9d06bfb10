/**
 * Queue pairs of a run: those of {@code rdma} entries, which their hosts make and end, and those of jobs, which both hosts have
 * from the start. Read {@link dev.inflight.sim.rdma.MessageConnections} first.
 */
@NullMarked
package dev.inflight.sim.rdma;

import org.jspecify.annotations.NullMarked;
