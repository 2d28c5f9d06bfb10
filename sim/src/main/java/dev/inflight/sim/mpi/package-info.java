/**
 * Messages between processes on one machine or many, through the MPI library of the mpirun that has started us. Start with {@link Mpi}; {@link Exchange}
 * carries the batches of the hot path.
 */
@NullMarked
package dev.inflight.sim.mpi;

import org.jspecify.annotations.NullMarked;
