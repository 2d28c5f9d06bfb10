package dev.inflight.sim.mpi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;

/** Batches of bytes between all ranks, in reused memory that grows when needed. Not for several threads at a time. */
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
      buffer.bytes().limit(0); // no message has arrived yet, and none ever does from the rank itself
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
   * Buffer of the next exchange's message to a rank, from index 0 on, in native byte order. The caller sets position and limit.
   * It is the same buffer until {@link #grow} replaces it.
   */
  public ByteBuffer outgoing(int to) {
    return outgoing[to].bytes();
  }

  /**
   * Returns the buffer of {@link #outgoing} with room for at least this many bytes: if it was too small, a larger one with the
   * same bytes and position.
   *
   * @param neededBytes 0 or more
   */
  public ByteBuffer grow(int to, int neededBytes) {
    outgoing[to].grow(neededBytes);
    return outgoing[to].bytes();
  }

  /** Message of a rank in the last exchange, in native byte order, from index 0 to the limit. Read it before the next one. */
  public ByteBuffer incoming(int from) {
    return incoming[from].bytes();
  }

  /**
   * Sends the first bytes of its buffer to each rank, receives their messages, and returns when both are done. Ranks without data
   * for each other send no message. All ranks call it, with numbers that agree: {@link Mpi#allToAll} exchanges them.
   *
   * @param bytesToSend number of bytes to each rank, 0 to itself
   * @param bytesToReceive number of bytes from each rank, 0 from itself
   * @throws IllegalArgumentException if a buffer has fewer bytes than are to be sent
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
      Reference.reachabilityFence(this); // MPI uses the buffers until now, which the garbage collector cannot see
    }
  }

  /** Starts to receive, in a different order at each rank; returns the number of requests. */
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

  /** Starts to send; returns the number of requests, including those started before. */
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
