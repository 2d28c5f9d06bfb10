package dev.inflight.sim.mpi;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * The C functions of MPI that move data, with checked results. Method handles are for function shapes, not for functions, so they
 * are constants to the JIT compiler, whichever library was loaded, and a call costs as much as in C.
 *
 * <p>MPI's handles are passed as 64 bits, even to MPICH's functions, which take 32: they are positive, and the calling
 * conventions of 64-bit Linux give every integer a register or a slot of 64 bits.
 */
@SuppressWarnings("restricted") // the launcher allows native access
final class MpiCalls {
  private static final MethodHandle BARRIER = shape(JAVA_LONG, ADDRESS);
  private static final MethodHandle ALL_TO_ALL = shape(ADDRESS, JAVA_INT, JAVA_LONG, ADDRESS, JAVA_INT, JAVA_LONG, JAVA_LONG,
      ADDRESS);
  private static final MethodHandle ALL_REDUCE = shape(ADDRESS, ADDRESS, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, ADDRESS);
  private static final MethodHandle GATHER = shape(ADDRESS, JAVA_INT, JAVA_LONG, ADDRESS, JAVA_INT, JAVA_LONG, JAVA_INT,
      JAVA_LONG, ADDRESS);
  private static final MethodHandle BROADCAST = shape(ADDRESS, JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_LONG, ADDRESS);
  private static final MethodHandle TRANSFER = shape(ADDRESS, JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS);

  private static final int TAG = 1;
  private static final int ROOT = 0;

  private final Errors errors;
  private final MpiWait waiting;
  private final long world;
  private final long bytes;
  private final long longs;
  private final MemorySegment request = Arena.ofAuto().allocate(Long.BYTES, Long.BYTES); // of simultaneous waits

  private final MemorySegment barrier;
  private final MemorySegment allToAll;
  private final MemorySegment allReduce;
  private final MemorySegment gather;
  private final MemorySegment broadcast;
  private final MemorySegment send;
  private final MemorySegment receive;

  MpiCalls(MpiLibrary library, Dialect dialect, Errors errors) {
    this.errors = errors;
    waiting = new MpiWait(library, dialect, errors);
    world = dialect.world();
    bytes = dialect.bytes();
    longs = dialect.longs();
    barrier = library.address("MPI_Ibarrier");
    allToAll = library.address("MPI_Ialltoall");
    allReduce = library.address("MPI_Iallreduce");
    gather = library.address("MPI_Igather");
    broadcast = library.address("MPI_Ibcast");
    send = library.address("MPI_Isend");
    receive = library.address("MPI_Irecv");
  }

  /** A handle for all functions with an int as result and these arguments; the function's address comes before them. */
  static MethodHandle shape(MemoryLayout... arguments) {
    return Linker.nativeLinker().downcallHandle(FunctionDescriptor.of(JAVA_INT, arguments));
  }

  /** Returns the exception to throw after a C function's handle has thrown: a Java error, as C functions throw nothing. */
  static RuntimeException unexpected(Throwable thrown) {
    if (thrown instanceof Error error) {
      throw error;
    }
    return thrown instanceof RuntimeException known ? known : new IllegalStateException(thrown);
  }

  void giveUpWhen(BooleanSupplier hopeless, LongSupplier wallClockNs) {
    waiting.giveUpWhen(hopeless, wallClockNs);
  }

  void barrier() {
    try {
      errors.check("MPI_Ibarrier", (int) BARRIER.invokeExact(barrier, world, request));
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
    waiting.await(request, 1);
  }

  /** Sends some longs from each rank to each. */
  void allToAll(MemorySegment sent, MemorySegment received, int each) {
    try {
      errors.check("MPI_Ialltoall",
          (int) ALL_TO_ALL.invokeExact(allToAll, sent, each, longs, received, each, longs, world, request));
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
    waiting.await(request, 1);
  }

  /** Combines one long of each rank by an operation, for all ranks. */
  void allReduce(MemorySegment sent, MemorySegment received, long operation) {
    try {
      errors.check("MPI_Iallreduce",
          (int) ALL_REDUCE.invokeExact(allReduce, sent, received, 1, longs, operation, world, request));
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
    waiting.await(request, 1);
  }

  /** Sends one long from each rank to the first. */
  void gather(MemorySegment sent, MemorySegment received) {
    try {
      errors.check("MPI_Igather", (int) GATHER.invokeExact(gather, sent, 1, longs, received, 1, longs, ROOT, world, request));
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
    waiting.await(request, 1);
  }

  /** Sends bytes from the first rank to all. */
  void broadcast(MemorySegment data, int count) {
    try {
      errors.check("MPI_Ibcast", (int) BROADCAST.invokeExact(broadcast, data, count, bytes, ROOT, world, request));
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
    waiting.await(request, 1);
  }

  void send(MemorySegment data, int count, int to) {
    beginSend(data, count, to, request);
    waiting.await(request, 1);
  }

  void receive(MemorySegment data, int count, int from) {
    beginReceive(data, count, from, request);
    waiting.await(request, 1);
  }

  /** Starts to send; writes the request where it is to be awaited. */
  void beginSend(MemorySegment data, int count, int to, MemorySegment awaited) {
    try {
      errors.check("MPI_Isend", (int) TRANSFER.invokeExact(send, data, count, bytes, to, TAG, world, awaited));
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  /** Starts to receive; writes the request where it is to be awaited. */
  void beginReceive(MemorySegment data, int count, int from, MemorySegment awaited) {
    try {
      errors.check("MPI_Irecv", (int) TRANSFER.invokeExact(receive, data, count, bytes, from, TAG, world, awaited));
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  void await(MemorySegment requests, int count) {
    waiting.await(requests, count);
  }
}
