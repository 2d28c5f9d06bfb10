/** A fabric spread over processes: {@link Ranks} carries packets, and notifications of parts, between them through MPI. */
@NullMarked
package dev.inflight.sim.ranks;

import org.jspecify.annotations.NullMarked;
