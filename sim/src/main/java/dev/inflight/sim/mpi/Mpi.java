package dev.inflight.sim.mpi;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * One of the processes that an mpirun has started, called ranks and numbered from 0. Works with OpenMPI 4 and 5, and with MPICH 3
 * and 4 and libraries with its binary interface, on 64-bit Linux.
 *
 * <p>All ranks call collective methods in the same order. A call returns when the others have done their part; until then it
 * polls without pause, but yields the processor to others. OpenMPI's mpirun needs {@code --bind-to none}, because otherwise all
 * threads of a JVM share one processor, and {@code --oversubscribe} with more ranks than processors. MPICH's mpirun needs
 * neither.
 *
 * <p>Any thread may call, but one at a time. A rank that ends without {@link #close} or {@link #abort} ends the others too, and
 * MPICH's mpirun may report that as a success. A rank that fails calls {@link #abort}, because {@link #close} waits for others,
 * which may wait for this rank.
 */
public final class Mpi implements AutoCloseable {
  private final MpiWorld world;
  private final MpiCalls calls;
  private final Dialect dialect;
  private final WholeArrays wholeArrays;
  private final int rank;
  private final int size;
  private final String library;

  private final NativeBuffer sent = new NativeBuffer(Long.BYTES);
  private final NativeBuffer received = new NativeBuffer(Long.BYTES);
  private boolean closed;

  private Mpi(MpiWorld world, MpiCalls calls, Dialect dialect) {
    this.world = world;
    this.calls = calls;
    this.dialect = dialect;
    rank = world.rank();
    size = world.size();
    library = world.version();
    wholeArrays = new WholeArrays(calls, rank, size);
  }

  /** Number of ranks that an mpirun has started, including the process with this environment; 1 without an mpirun. */
  public static int ranksStarted(Map<String, String> environment) {
    return new Launch(environment).ranks();
  }

  /**
   * Loads the library of the mpirun that has started this process, and joins the other ranks. Without an mpirun it is the only
   * rank, with any library that is found. May be called once in a process, even after {@link #close}.
   *
   * @param environment environment of this process; {@code INFLIGHT_MPI_LIBRARY} names another library, as a file or as a name
   *     that the system's loader finds
   * @throws MpiError if there is no library, or only one that is not the mpirun's
   */
  public static Mpi open(Map<String, String> environment) {
    var launch = new Launch(environment);
    MpiLibrary library = MpiLibrary.load(launch);
    Dialect dialect = Dialect.of(library);
    var errors = new Errors(library);
    var world = new MpiWorld(library, dialect, errors);
    var calls = new MpiCalls(library, dialect, errors);
    world.join(dialect.errorsReturn());
    var mpi = new Mpi(world, calls, dialect);
    if (mpi.size == 1 && launch.ranks() > 1) {
      mpi.close(); // each is alone, and none waits
      throw new MpiError(
          launch.launcher() + " has started " + launch.ranks() + " ranks, but the library " + library.name() + " (" + mpi.library
              + ") is not its own: give it its own in " + Launch.OVERRIDE + ", or start with the mpirun of the library");
    }
    return mpi;
  }

  /**
   * Sets the condition under which others will not answer: a waiting rank then gives up with an {@link MpiError} after 5 s.
   *
   * @param hopeless called repeatedly during a wait
   * @param wallClockNs a clock in nanoseconds
   */
  public void giveUpWhen(BooleanSupplier hopeless, LongSupplier wallClockNs) {
    calls.giveUpWhen(hopeless, wallClockNs);
  }

  /** The number of this process, 0 to {@link #size} - 1. */
  public int rank() {
    return rank;
  }

  /** Number of ranks, 1 or more. */
  public int size() {
    return size;
  }

  /** Name and version of the library. */
  public String library() {
    return library;
  }

  /** Returns when all ranks have called it. */
  public void barrier() {
    calls.barrier();
  }

  /**
   * Sends some longs from each rank to each, itself included. All ranks call it.
   *
   * @param toSend numbers for rank 0 first, then those for rank 1, and so on
   * @param toReceive filled in the same order with those from rank 0, and so on
   * @param each count of numbers to each rank, 1 or more, the same at all ranks
   * @throws IndexOutOfBoundsException if an array is too short
   * @throws MpiError if MPI fails, as from the other methods
   */
  public void allToAll(long[] toSend, long[] toReceive, int each) {
    int longs = Math.multiplyExact(size, each);
    int bytes = Math.multiplyExact(longs, Long.BYTES);
    Objects.checkFromIndexSize(0, longs, toSend.length);
    Objects.checkFromIndexSize(0, longs, toReceive.length);
    sent.grow(bytes);
    received.grow(bytes);
    MemorySegment.copy(toSend, 0, sent.memory(), JAVA_LONG, 0, longs);
    calls.allToAll(sent.memory(), received.memory(), each);
    MemorySegment.copy(received.memory(), JAVA_LONG, 0, toReceive, 0, longs);
  }

  /** The least of all ranks' values. All ranks call it. */
  public long allMin(long mine) {
    return allReduce(mine, dialect.min());
  }

  /** The sum of all ranks' values, modulo 2^64. All ranks call it. */
  public long allSum(long mine) {
    return allReduce(mine, dialect.sum());
  }

  private long allReduce(long mine, long operation) {
    sent.memory().set(JAVA_LONG, 0, mine);
    calls.allReduce(sent.memory(), received.memory(), operation);
    return received.memory().get(JAVA_LONG, 0);
  }

  /** Returns all ranks' arrays, by rank, at rank 0; at the others an empty array. All ranks call it. */
  public byte[][] gather(byte[] mine) {
    return wholeArrays.gather(mine);
  }

  /**
   * Returns rank 0's array at all ranks. All ranks call it.
   *
   * @param fromRank0 bytes that rank 0 sends; others' bytes are ignored
   */
  public byte[] broadcast(byte[] fromRank0) {
    return wholeArrays.broadcast(fromRank0);
  }

  /**
   * Makes buffers for batches of bytes from each rank to each.
   *
   * @param capacityBytes initial size of each buffer, 1 or more; there are two for each other rank
   */
  public Exchange newExchange(int capacityBytes) {
    return new Exchange(calls, rank, size, dialect.requestBytes(), capacityBytes);
  }

  /**
   * Ends all ranks at once, including this one. It does not return if the library works as MPI demands, and Java's shutdown hooks
   * may not run.
   *
   * @param code the exit code, 1 to 255
   */
  public void abort(int code) {
    world.abort(code);
  }

  /** Leaves the other ranks. After that only this method may be called, and does nothing. All ranks call it. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      world.leave();
    }
  }
}
