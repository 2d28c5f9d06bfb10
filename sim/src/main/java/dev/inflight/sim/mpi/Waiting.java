package dev.inflight.sim.mpi;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * Waits for what is under way by asking for it again and again, and lets other processes have the processor in between. MPI's own waiting
 * would not do where ranks are more than processors: MPICH's never gives one up, so that each message costs a whole turn of the scheduler.
 */
final class Waiting {
  private static final MethodHandle TEST_ALL = Calls.shape(JAVA_INT, ADDRESS, ADDRESS, ADDRESS);
  private static final MethodHandle YIELD = Calls.shape();
  /** Most waiting on a machine of one's own is shorter than so many questions, and to yield costs more than to ask. */
  private static final int SPINS = 50;

  private final MemorySegment testAll;
  private final MemorySegment yield;
  private final Errors errors;
  private final MemorySegment ignored;
  private final MemorySegment flag = Arena.ofAuto().allocate(JAVA_INT);

  Waiting(MpiLibrary library, Dialect dialect, Errors errors) {
    this.errors = errors;
    ignored = dialect.ignored();
    testAll = library.address("MPI_Testall");
    yield = library.address("sched_yield"); // of the C library, which every library leads to
  }

  /** Returns when the first {@code count} requests are done. */
  void await(MemorySegment requests, int count) {
    int spins = SPINS;
    while (!isDone(requests, count)) {
      if (--spins < 0) {
        yieldProcessor();
      }
    }
  }

  private boolean isDone(MemorySegment requests, int count) {
    try {
      errors.check("MPI_Testall", (int) TEST_ALL.invokeExact(testAll, count, requests, flag, ignored));
      return flag.get(JAVA_INT, 0) != 0;
    } catch (Throwable thrown) {
      throw Calls.unexpected(thrown);
    }
  }

  private void yieldProcessor() {
    try {
      int _ = (int) YIELD.invokeExact(yield); // never fails on Linux
    } catch (Throwable thrown) {
      throw Calls.unexpected(thrown);
    }
  }
}
