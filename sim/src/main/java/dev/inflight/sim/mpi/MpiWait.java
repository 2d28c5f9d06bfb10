package dev.inflight.sim.mpi;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Waits for pending operations by polling, and yields the processor to other processes in between. MPI's own waiting is
 * unsuitable with more ranks than processors: MPICH never yields, so each message costs a whole turn of the scheduler.
 */
final class MpiWait {
  private static final MethodHandle TEST_ALL = MpiCalls.shape(JAVA_INT, ADDRESS, ADDRESS, ADDRESS);
  private static final MethodHandle YIELD = MpiCalls.shape();
  /** Number of polls without a yield: most waits on a machine for one user are shorter, and a yield costs more than a poll. */
  private static final int SPINS = 50;
  /** The slowest answer of a live process on a busy machine; it may have to load code first, such as that of the stall report. */
  private static final long PATIENCE_NS = 5_000_000_000L;

  private final MemorySegment testAll;
  private final MemorySegment yield;
  private final Errors errors;
  private final MemorySegment ignored;
  private BooleanSupplier isHopeless = () -> false;
  private LongSupplier wallClockNs = () -> 0;
  private final MemorySegment flag = Arena.ofAuto().allocate(JAVA_INT);

  MpiWait(MpiLibrary library, Dialect dialect, Errors errors) {
    this.errors = errors;
    ignored = dialect.ignored();
    testAll = library.address("MPI_Testall");
    yield = library.address("sched_yield"); // of the C library, which every library loads
  }

  /** Sets the condition under which waiting ranks give up when it holds for long, and the clock that measures it. */
  void giveUpWhen(BooleanSupplier hopeless, LongSupplier clockNs) {
    isHopeless = hopeless;
    wallClockNs = clockNs;
  }

  /**
   * Returns when the first {@code count} requests are done.
   *
   * @throws MpiError if there is no hope that they ever will be
   */
  void await(MemorySegment requests, int count) {
    int spins = SPINS;
    long hopelessSinceNs = -1;
    while (!isDone(requests, count)) {
      if (--spins < 0) {
        yieldProcessor();
        hopelessSinceNs = sinceWhen(hopelessSinceNs);
      }
    }
  }

  /** Returns the time since which the condition has held, -1 if it does not hold; gives up when it has held for long. */
  private long sinceWhen(long hopelessSinceNs) {
    if (!isHopeless.getAsBoolean()) {
      return -1;
    }
    long nowNs = wallClockNs.getAsLong() & Long.MAX_VALUE;
    if (hopelessSinceNs >= 0 && nowNs - hopelessSinceNs > PATIENCE_NS) {
      throw new MpiError("a process has stopped responding");
    }
    return hopelessSinceNs < 0 ? nowNs : hopelessSinceNs;
  }

  private boolean isDone(MemorySegment requests, int count) {
    try {
      errors.check("MPI_Testall", (int) TEST_ALL.invokeExact(testAll, count, requests, flag, ignored));
      return flag.get(JAVA_INT, 0) != 0;
    } catch (Throwable thrown) {
      throw MpiCalls.unexpected(thrown);
    }
  }

  private void yieldProcessor() {
    try {
      int _ = (int) YIELD.invokeExact(yield); // never fails on Linux
    } catch (Throwable thrown) {
      throw MpiCalls.unexpected(thrown);
    }
  }
}
