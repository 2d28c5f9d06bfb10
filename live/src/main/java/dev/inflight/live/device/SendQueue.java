package dev.inflight.live.device;

import dev.inflight.live.os.Errno;
import dev.inflight.live.os.Libc;
import dev.inflight.live.os.Messages;

/** Queue of messages until the end of a round: they leave by sendmmsg, directly from their chunks, which are then free. */
public final class SendQueue implements AutoCloseable {
  private final Libc libc = new Libc();
  private final FrameMemory memory;
  private final Messages messages;
  private final DeviceCounters counters;
  private final int[] sockets;
  private final int[] frameBytes;
  private int first;
  private int end;

  /**
   * Creates a queue.
   *
   * @param frames largest number of waiting frames
   * @param nameBytes room for each frame's address, in bytes
   * @param controlBytes room for each frame's control data, in bytes, a multiple of 8
   */
  public SendQueue(FrameMemory memory, DeviceCounters counters, int frames, int nameBytes, int controlBytes) {
    this.memory = memory;
    this.counters = counters;
    messages = new Messages(frames, nameBytes, controlBytes);
    sockets = new int[frames];
    frameBytes = new int[frames];
  }

  /** The messages; {@link #add} returns the index of the next one. */
  public Messages messages() {
    return messages;
  }

  /** Drops a frame. */
  public boolean drop(long at) {
    counters.dropsOut++;
    memory.give(at);
    return false;
  }

  /**
   * Adds a frame; the caller then writes its address and control data.
   *
   * @param at index of the first byte to send, in the memory
   * @param length bytes to send
   * @param frame bytes to add to the counters
   * @return index of its message, or -1 if there is no room
   */
  public int add(int socket, long at, int length, int frame) {
    if (end == messages.count()) {
      flush();
      if (end == messages.count()) {
        return -1;
      }
    }
    int message = end++;
    messages.piece(message, memory.bytes().address() + at, length);
    sockets[message] = socket;
    frameBytes[message] = frame;
    return message;
  }

  /**
   * Sends the waiting frames: frames without room in the kernel stay, and frames that it rejects are dropped. Returns the error
   * number of the call, or 0.
   */
  public int flush() {
    int failure = 0;
    while (first < end) {
      int last = first + 1;
      while (last < end && sockets[last] == sockets[first]) {
        last++;
      }
      int sent = libc.sendmmsg(sockets[first], messages.address(first), last - first, Libc.MSG_DONTWAIT);
      for (int message = 0; message < sent; message++) {
        counters.framesOut++;
        counters.bytesOut += frameBytes[first];
        forget();
      }
      if (sent <= 0) {
        if (sent == -Errno.EAGAIN || sent == -Errno.ENOBUFS || sent == -Errno.EINTR) {
          return failure;
        }
        failure = sent;
        counters.dropsOut++;
        forget();
      }
    }
    first = 0;
    end = 0;
    return failure;
  }

  /** True if the kernel had no room for a frame. */
  public boolean isWaiting() {
    return first < end;
  }

  private void forget() {
    memory.give(messages.pieceAddress(first) - memory.bytes().address());
    first++;
  }

  /** Drops the waiting frames. */
  @Override
  public void close() {
    while (first < end) {
      counters.dropsOut++;
      forget();
    }
    messages.close();
  }
}
