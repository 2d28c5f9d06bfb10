package dev.inflight.sim.mpi;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** Turns results of MPI's functions into exceptions. */
final class Errors {
  private static final MethodHandle ERROR_STRING = MpiCalls.shape(JAVA_INT, ADDRESS, ADDRESS);
  private static final int LONGEST_BYTES = 1024; // twice as long as MPICH's, the longest of all

  private final MemorySegment errorString;

  Errors(MpiLibrary library) {
    errorString = library.address("MPI_Error_string");
  }

  /**
   * Checks a result.
   *
   * @throws MpiError with the library's own message, unless it is MPI_SUCCESS
   */
  void check(String call, int result) {
    if (result != 0) {
      throw new MpiError(call + " failed: " + text(result));
    }
  }

  private String text(int result) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment text = arena.allocate(LONGEST_BYTES);
      int failed = (int) ERROR_STRING.invokeExact(errorString, result, text, arena.allocate(JAVA_INT));
      return failed == 0 ? text.getString(0).strip() : "error " + result;
    } catch (Throwable thrown) {
      throw MpiCalls.unexpected(thrown);
    }
  }
}
