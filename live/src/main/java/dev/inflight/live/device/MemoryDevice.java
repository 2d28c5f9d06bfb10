package dev.inflight.live.device;

import java.lang.foreign.MemorySegment;

/**
 * A device without an interface: what is sent arrives at another device of this process, with a loop that may be in another thread. A frame is
 * copied, as the other may have a memory of its own. What is sent leaves with the next {@link #flush}.
 */
public final class MemoryDevice extends ProcessDevice {
  private final FramePipe out;
  private final FramePipe in;

  private MemoryDevice(String name, FrameMemory memory, FramePipe out, FramePipe in) {
    super(name, memory);
    this.out = out;
    this.in = in;
  }

  /** Two devices, of which each sends to the other. */
  public record Pair(MemoryDevice one, MemoryDevice other) implements AutoCloseable {
    @Override
    public void close() {
      one.close();
      other.close();
    }
  }

  /**
   * Makes two devices.
   *
   * @param name of the pair; the devices are called NAME-0 and NAME-1
   * @param one where the frames of the first stand
   * @param other where those of the second do; may be the same, if one loop has both
   * @param frames how many may be under way in each direction; a power of two
   */
  public static Pair pair(String name, FrameMemory one, FrameMemory other, int frames) {
    one.requireOpen(); // and not only when the other has its device already
    other.requireOpen();
    int largest = Math.min(one.largestFrameBytes(), other.largestFrameBytes());
    FramePipe there = new FramePipe(frames, largest);
    FramePipe back = new FramePipe(frames, largest);
    return new Pair(new MemoryDevice(name + "-0", one, there, back), new MemoryDevice(name + "-1", other, back, there));
  }

  @Override
  public int largestFrameBytes() {
    return out.largestBytes();
  }

  @Override
  public boolean isUp() {
    return !out.isClosed() && !in.isClosed();
  }

  @Override
  public int poll(long nowPs, int most) {
    int frames = Math.min(in.waiting(), most);
    for (int frame = 0; frame < frames; frame++) {
      long chunk = memory.take();
      if (chunk < 0) {
        counters.dropsIn++;
        in.skip();
      } else {
        long at = chunk + FrameMemory.HEADROOM_BYTES;
        int length = in.take(memory.bytes(), at);
        counters.framesIn++;
        counters.bytesIn += length;
        taker.take(at, length, nowPs);
      }
    }
    in.release();
    return frames;
  }

  @Override
  public boolean send(long at, int length) {
    MemorySegment bytes = memory.bytes();
    boolean sent = isUp() && length <= largestFrameBytes() && out.put(bytes, at, length);
    memory.give(at);
    if (sent) {
      counters.framesOut++;
      counters.bytesOut += length;
    } else {
      counters.dropsOut++;
    }
    return sent;
  }

  @Override
  public void flush() {
    out.publish();
  }

  /** Takes the other down too: it drops what it sends. */
  @Override
  protected void release() {
    out.close();
    in.close();
  }
}
