package dev.inflight.sim.mpi;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.Function;

/** Arrays of bytes, of any length, to and from the first rank, in pieces that need little memory outside the heap. */
final class WholeArrays {
  private static final int PIECE_BYTES = 1 << 22;

  /** Transfer of one piece, in memory outside the heap. */
  private interface Transfer {
    void move(MemorySegment piece, int bytes);
  }

  private final MpiCalls calls;
  private final int rank;
  private final int size;

  WholeArrays(MpiCalls calls, int rank, int size) {
    this.calls = calls;
    this.rank = rank;
    this.size = size;
  }

  /** Returns all ranks' arrays, by rank, at the first one; none at the others. */
  byte[][] gather(byte[] mine) {
    return during(arena -> gather(mine, arena));
  }

  private byte[][] gather(byte[] mine, Arena arena) {
    MemorySegment lengths = arena.allocate(JAVA_LONG, size);
    calls.gather(arena.allocateFrom(JAVA_LONG, mine.length), lengths);
    if (rank != 0) {
      outOf(mine, arena, (piece, bytes) -> calls.send(piece, bytes, 0));
      return new byte[0][];
    }
    var all = new byte[size][];
    all[0] = mine;
    for (int from = 1; from < size; from++) {
      int sender = from;
      all[from] = new byte[(int) lengths.getAtIndex(JAVA_LONG, from)];
      into(all[from], arena, (piece, bytes) -> calls.receive(piece, bytes, sender));
    }
    return all;
  }

  /** Returns the first rank's array at all ranks. */
  byte[] broadcast(byte[] fromFirst) {
    return during(arena -> broadcast(fromFirst, arena));
  }

  private byte[] broadcast(byte[] fromFirst, Arena arena) {
    MemorySegment length = arena.allocateFrom(JAVA_LONG, fromFirst.length);
    calls.broadcast(length, Long.BYTES);
    if (rank == 0) {
      outOf(fromFirst, arena, calls::broadcast);
      return fromFirst;
    }
    var received = new byte[(int) length.get(JAVA_LONG, 0)];
    into(received, arena, calls::broadcast);
    return received;
  }

  /** Frees the memory only after a success: MPI may still read and write the memory of an operation that was given up. */
  private static <T> T during(Function<Arena, T> transfer) {
    Arena arena = Arena.ofConfined();
    T result = transfer.apply(arena);
    arena.close();
    return result;
  }

  private static void outOf(byte[] array, Arena arena, Transfer transfer) {
    MemorySegment piece = arena.allocate(Math.min(array.length, PIECE_BYTES));
    for (long done = 0; done < array.length; done += PIECE_BYTES) {
      int bytes = (int) Math.min(PIECE_BYTES, array.length - done);
      MemorySegment.copy(array, (int) done, piece, ValueLayout.JAVA_BYTE, 0, bytes);
      transfer.move(piece, bytes);
    }
  }

  private static void into(byte[] array, Arena arena, Transfer transfer) {
    MemorySegment piece = arena.allocate(Math.min(array.length, PIECE_BYTES));
    for (long done = 0; done < array.length; done += PIECE_BYTES) {
      int bytes = (int) Math.min(PIECE_BYTES, array.length - done);
      transfer.move(piece, bytes);
      MemorySegment.copy(piece, ValueLayout.JAVA_BYTE, 0, array, (int) done, bytes);
    }
  }
}
