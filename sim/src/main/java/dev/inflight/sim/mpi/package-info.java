/**
 * Messages between processes on one machine or several, through the MPI library of the mpirun that has started them. Read {@link
 * Mpi} first; {@link Exchange} carries the batches of the hot path.
 */
@NullMarked
package dev.inflight.sim.mpi;

import org.jspecify.annotations.NullMarked;
