package dev.inflight.sim.mpi;

import java.lang.foreign.MemorySegment;

/**
 * Constants of an MPI library's header files. A handle is a pointer in OpenMPI, and an int in MPICH and libraries with its binary
 * interface (Intel MPI, MVAPICH); here it is a long for both.
 *
 * @param world the handle of all ranks
 * @param bytes the handle of a type: one byte
 * @param longs the handle of a type: a signed integer of 64 bits
 * @param min the handle of an operation
 * @param sum the handle of an operation
 * @param errorsReturn the handle of the error handler that reports errors by the result of the call
 * @param ignored address that means that no status is needed
 * @param requestBytes size of the handle of a pending operation, 4 or 8
 */
record Dialect(long world, long bytes, long longs, long min, long sum, long errorsReturn, MemorySegment ignored,
    int requestBytes) {
  private static Dialect mpich() {
    return new Dialect(0x44000000, 0x4c00010d, 0x4c00083a, 0x58000002, 0x58000003, 0x54000001, MemorySegment.ofAddress(1),
        Integer.BYTES);
  }

  private static Dialect openMpi(MpiLibrary library) {
    return new Dialect(handle(library, "ompi_mpi_comm_world"), handle(library, "ompi_mpi_byte"),
        handle(library, "ompi_mpi_int64_t"), handle(library, "ompi_mpi_op_min"), handle(library, "ompi_mpi_op_sum"),
        handle(library, "ompi_mpi_errors_return"), MemorySegment.NULL, Long.BYTES);
  }

  private static long handle(MpiLibrary library, String variable) {
    return library.address(variable).address();
  }

  static Dialect of(MpiLibrary library) {
    return library.has("ompi_mpi_comm_world") ? openMpi(library) : mpich();
  }
}
