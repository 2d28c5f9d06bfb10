package dev.inflight.sim.mpi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;

/**
 * Batches of bytes between all ranks, in memory that is used again and again: an exchange for which no buffer has to grow allocates nothing.
 * Not for several threads at a time.
 */
public final class Exchange {
  private final MpiCalls calls;
  private final int rank;
  private final int size;
  private final NativeBuffer[] outgoing;
  private final NativeBuffer[] incoming;
  private final MemorySegment requests;
  private final MemorySegment[] requestAt; // one slice each, made once

  Exchange(MpiCalls calls, int rank, int size, int requestBytes, int capacityBytes) {
    this.calls = calls;
    this.rank = rank;
    this.size = size;
    outgoing = buffers(capacityBytes);
    incoming = buffers(capacityBytes);
    for (NativeBuffer buffer : incoming) {
      buffer.bytes().limit(0); // no message has come yet, and none ever comes from itself
    }
    requests = Arena.ofAuto().allocate(2L * size * requestBytes, Long.BYTES);
    requestAt = new MemorySegment[2 * size];
    for (int at = 0; at < requestAt.length; at++) {
      requestAt[at] = requests.asSlice((long) at * requestBytes, requestBytes);
    }
  }

  private NativeBuffer[] buffers(int capacityBytes) {
    var buffers = new NativeBuffer[size];
    for (int other = 0; other < size; other++) {
      buffers[other] = new NativeBuffer(other == rank ? 1 : capacityBytes);
    }
    return buffers;
  }

  /**
   * Buffer of the next exchange's message to a rank, from index 0 on, in native byte order. Position and limit are the caller's. It is
   * always the same buffer until {@link #grow} replaces it.
   */
  public ByteBuffer outgoing(int to) {
    return outgoing[to].bytes();
  }

  /**
   * Returns the buffer of {@link #outgoing} with room for at least this many bytes: if it was too small, a larger one with the same bytes
   * and at the same position.
   *
   * @param neededBytes 0 or more
   */
  public ByteBuffer grow(int to, int neededBytes) {
    outgoing[to].grow(neededBytes);
    return outgoing[to].bytes();
  }

  /**
   * Message of a rank in the last exchange: from index 0, where the position is, to the limit, in native byte order. It is to be read
   * before the next exchange.
   */
  public ByteBuffer incoming(int from) {
    return incoming[from].bytes();
  }

  /**
   * Sends to each rank the first bytes of its buffer and receives their messages, and returns when all that is done. Ranks without data for
   * each other send no message. All ranks call it, with numbers that agree: {@link Mpi#allToAll} exchanges them.
   *
   * @param bytesToSend number of bytes to each rank, 0 to itself
   * @param bytesToReceive number of bytes from each rank, 0 from itself
   * @throws IllegalArgumentException if there are not as many bytes to send
   * @throws MpiError if MPI fails
   */
  public void exchange(int[] bytesToSend, int[] bytesToReceive) {
    check(bytesToSend, bytesToReceive);
    try {
      int started = beginReceiving(bytesToReceive);
      started = beginSending(bytesToSend, started);
      if (started > 0) {
        calls.await(requests, started);
      }
    } finally {
      Reference.reachabilityFence(this); // the buffers are MPI's until now, which the garbage collector cannot see
    }
  }

  /** Returns how many requests there are. All start with different ranks. */
  private int beginReceiving(int[] bytesToReceive) {
    int started = 0;
    for (int step = 1; step < size; step++) {
      int from = rank - step < 0 ? rank - step + size : rank - step;
      NativeBuffer buffer = incoming[from];
      int bytes = bytesToReceive[from];
      if (bytes > 0) {
        buffer.grow(bytes);
        calls.beginReceive(buffer.memory(), bytes, from, requestAt[started++]);
      }
      buffer.bytes().limit(bytes).position(0);
    }
    return started;
  }

  /** Returns how many requests there are, with those that there were. */
  private int beginSending(int[] bytesToSend, int startedBefore) {
    int started = startedBefore;
    for (int step = 1; step < size; step++) {
      int to = rank + step < size ? rank + step : rank + step - size;
      if (bytesToSend[to] > 0) {
        calls.beginSend(outgoing[to].memory(), bytesToSend[to], to, requestAt[started++]);
      }
    }
    return started;
  }

  private void check(int[] bytesToSend, int[] bytesToReceive) {
    if (bytesToSend.length != size || bytesToReceive.length != size) {
      throw new IllegalArgumentException(
          "numbers for " + bytesToSend.length + " and " + bytesToReceive.length + " ranks, of " + size);
    }
    for (int other = 0; other < size; other++) {
      int most = other == rank ? 0 : outgoing[other].capacityBytes();
      if (bytesToSend[other] < 0 || bytesToSend[other] > most) {
        throw new IllegalArgumentException(bytesToSend[other] + " B to rank " + other + " are outside 0 to " + most + " B");
      }
      if (bytesToReceive[other] < 0 || (other == rank && bytesToReceive[other] > 0)) {
        throw new IllegalArgumentException(bytesToReceive[other] + " B from rank " + other);
      }
    }
  }
}
