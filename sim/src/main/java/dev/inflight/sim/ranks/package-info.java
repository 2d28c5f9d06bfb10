/**
 * A fabric spread over processes: {@link dev.inflight.sim.ranks.Ranks} brings packets, and notifications of parts, from one to another through MPI.
 */
@NullMarked
package dev.inflight.sim.ranks;

import org.jspecify.annotations.NullMarked;
