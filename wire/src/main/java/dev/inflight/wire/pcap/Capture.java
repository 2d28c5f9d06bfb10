package dev.inflight.wire.pcap;

import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Capture that merges the frames of some ports, in order of time. Links add frames before their last bit has passed; the capture
 * holds them until no earlier frame can follow. It holds only frames that the ports are sending, cut to the snap length, and
 * reuses their memory. Not thread-safe.
 */
public final class Capture {
  private static final int FIRST_ROOM = 16;

  private final PcapWriter writer;
  /** Binary heap: the earliest frame first; among frames of the same time, the first added one. */
  private @Nullable Frame[] heap = new Frame[FIRST_ROOM];
  private int waiting;
  private @Nullable Frame free;
  private long added;

  /** A held frame. */
  private static final class Frame {
    private byte[] bytes = {};
    private long timePs;
    private long order;
    private int frameBytes;
    private @Nullable Frame next;

    boolean isBefore(Frame other) {
      return timePs < other.timePs || timePs == other.timePs && order < other.order;
    }
  }

  /** Creates a capture that writes to this file. */
  public Capture(PcapWriter writer) {
    this.writer = writer;
  }

  /**
   * Adds a frame.
   *
   * @param timePs time at which the frame's last bit passes, in picoseconds; not before the latest {@link #advance}
   * @param bytes array that holds the frame from index 0
   * @param frameBytes length of the frame
   */
  public void add(long timePs, byte[] bytes, int frameBytes) {
    Frame frame = free == null ? new Frame() : free;
    free = frame.next;
    frame.next = null;
    int kept = Math.min(frameBytes, writer.snapBytes());
    if (frame.bytes.length < kept) {
      frame.bytes = new byte[kept];
    }
    System.arraycopy(bytes, 0, frame.bytes, 0, kept);
    frame.frameBytes = frameBytes;
    frame.timePs = timePs;
    frame.order = added++;
    push(frame);
  }

  /** Writes the frames that have passed by now; no later call adds an earlier frame. */
  public void advance(long nowPs) throws IOException {
    Frame first = heap[0];
    while (first != null && first.timePs <= nowPs) {
      writer.write(first.timePs, first.bytes, 0, first.frameBytes);
      pop();
      first.next = free;
      free = first;
      first = heap[0];
    }
  }

  /** Writes the frames that have passed by the end, and drops later ones; the capture is then complete. */
  public void finish(long endPs) throws IOException {
    advance(endPs);
    writer.flush();
  }

  private void push(Frame frame) {
    if (waiting == heap.length) {
      heap = Arrays.copyOf(heap, 2 * waiting);
    }
    int at = waiting++;
    while (at > 0) {
      Frame parent = at(at - 1 >> 1);
      if (parent.isBefore(frame)) {
        break;
      }
      heap[at] = parent;
      at = at - 1 >> 1;
    }
    heap[at] = frame;
  }

  private void pop() {
    Frame last = at(--waiting);
    heap[waiting] = null;
    if (waiting == 0) {
      return;
    }
    int at = 0;
    for (int child = 1; child < waiting; child = 2 * at + 1) {
      if (child + 1 < waiting && at(child + 1).isBefore(at(child))) {
        child++;
      }
      if (last.isBefore(at(child))) {
        break;
      }
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = last;
  }

  @SuppressWarnings("NullAway") // a frame exists at every index below `waiting`
  private Frame at(int index) {
    return heap[index];
  }
}
