package dev.inflight.live.device;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicLong;

/** Ring of frames from one thread to another, with one writer and one reader. Its memory is freed with the last reference. */
final class FramePipe {
  private static final int PREFIX_BYTES = Integer.BYTES;
  private static final int LINE_BYTES = 64;

  private final MemorySegment bytes;
  private final int slots;
  private final long slotBytes;
  private final int largestBytes;
  private final AtomicLong written = new AtomicLong();
  private final AtomicLong read = new AtomicLong();
  private volatile boolean closed;
  private long writing;
  private long reading;

  FramePipe(int slots, int largestBytes) {
    if (slots < 1 || Integer.bitCount(slots) != 1) {
      throw new IllegalArgumentException("the number of frames must be a power of two, found " + slots);
    }
    this.slots = slots;
    this.largestBytes = largestBytes;
    slotBytes = PREFIX_BYTES + largestBytes + LINE_BYTES - 1 & -LINE_BYTES;
    bytes = Arena.ofAuto().allocate(slots * slotBytes, LINE_BYTES);
  }

  int largestBytes() {
    return largestBytes;
  }

  /** Adds a frame, which is not visible before {@link #publish}; returns false if there is no room. */
  boolean put(MemorySegment from, long at, int length) {
    if (writing - read.getAcquire() == slots) {
      return false;
    }
    long slot = slot(writing++);
    bytes.set(JAVA_INT, slot, length);
    MemorySegment.copy(from, at, bytes, slot + PREFIX_BYTES, length);
    return true;
  }

  void publish() {
    written.setRelease(writing);
  }

  /** Number of waiting frames. */
  int waiting() {
    return (int) (written.getAcquire() - reading);
  }

  /** Copies the next frame; returns its length. */
  int take(MemorySegment to, long at) {
    long slot = slot(reading++);
    int length = bytes.get(JAVA_INT, slot);
    MemorySegment.copy(bytes, slot + PREFIX_BYTES, to, at, length);
    return length;
  }

  void skip() {
    reading++;
  }

  /** Releases the room of taken frames. */
  void release() {
    read.setRelease(reading);
  }

  private long slot(long index) {
    return (index & slots - 1) * slotBytes;
  }

  boolean isClosed() {
    return closed;
  }

  void close() {
    closed = true;
  }
}
