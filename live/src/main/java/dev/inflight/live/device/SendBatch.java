package dev.inflight.live.device;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.inflight.live.os.Errno;
import dev.inflight.live.os.Libc;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Frames that go to the kernel with one call: the call reads them where they stand, and they are free when it returns. */
public final class SendBatch {
  private static final int MOST = 64;
  private static final int HEADER_BYTES = 64;
  private static final int PIECE_BYTES = 16;
  private static final int PIECES_AT = 16;
  private static final int PIECE_COUNT_AT = 24;

  private final FrameMemory memory;
  private final DeviceCounters counters;
  private final MemorySegment headers;
  private final MemorySegment pieces;
  private final long[] chunks = new long[MOST];
  private final int[] lengths = new int[MOST];
  private int count;

  /** A batch for frames of this memory. */
  public SendBatch(Arena arena, FrameMemory memory, DeviceCounters counters) {
    this.memory = memory;
    this.counters = counters;
    headers = arena.allocate((long) MOST * HEADER_BYTES, Long.BYTES);
    pieces = arena.allocate((long) MOST * PIECE_BYTES, Long.BYTES);
    for (int at = 0; at < MOST; at++) {
      headers.set(JAVA_LONG, (long) at * HEADER_BYTES + PIECES_AT, pieces.address() + (long) at * PIECE_BYTES);
      headers.set(JAVA_LONG, (long) at * HEADER_BYTES + PIECE_COUNT_AT, 1);
    }
  }

  /** The headers, each an {@code mmsghdr} of 64 bytes, whose addresses and ancillary data the device may fill in. */
  public MemorySegment headers() {
    return headers;
  }

  /** Whether it must be sent before another frame fits. */
  public boolean isFull() {
    return count == MOST;
  }

  /**
   * Adds a frame.
   *
   * @param at where what is to be sent begins
   * @return its number in the batch
   */
  public int add(long at, int length) {
    pieces.set(JAVA_LONG, (long) count * PIECE_BYTES, memory.bytes().address() + at);
    pieces.set(JAVA_LONG, (long) count * PIECE_BYTES + 8, length);
    chunks[count] = at;
    lengths[count] = length;
    return count++;
  }

  /**
   * Sends all, and gives their chunks back; what the kernel does not take is dropped, and counted.
   *
   * @return false when the interface is gone
   */
  public boolean send(Libc libc, int socket) {
    boolean there = true;
    int done = 0;
    while (done < count) {
      MemorySegment rest = done == 0 ? headers : headers.asSlice((long) done * HEADER_BYTES);
      int taken = libc.sendMany(socket, rest, count - done, Libc.DONT_WAIT);
      if (taken > 0) {
        for (int at = done; at < done + taken; at++) {
          counters.framesOut++;
          counters.bytesOut += lengths[at];
        }
        done += taken;
      } else if (libc.errno() != Errno.EINTR) {
        there = !Errno.isGone(libc.errno());
        counters.dropsOut += count - done;
        done = count;
      }
    }
    for (int at = 0; at < count; at++) {
      memory.give(chunks[at]);
    }
    count = 0;
    return there;
  }

  /** Gives all chunks back, and sends nothing. */
  public void drop() {
    for (int at = 0; at < count; at++) {
      memory.give(chunks[at]);
    }
    counters.dropsOut += count;
    count = 0;
  }

  /** The length that the kernel says of the n-th message that it was asked for. */
  static int length(MemorySegment headers, int n) {
    return headers.get(JAVA_INT, (long) n * HEADER_BYTES + 56);
  }
}
