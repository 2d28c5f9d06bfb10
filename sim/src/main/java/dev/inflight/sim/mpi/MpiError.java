package dev.inflight.sim.mpi;

/** MPI is missing, or has refused a call. The message is for the user, and names the call or the library, and a remedy. */
public final class MpiError extends RuntimeException {
  private static final long serialVersionUID = 1;

  MpiError(String message) {
    super(message);
  }

  MpiError(String message, Throwable cause) {
    super(message, cause);
  }
}
