package dev.inflight.live.device;

import java.lang.foreign.MemorySegment;

/**
 * Device without an interface: sent frames arrive at another device of this process, with a loop that may be in another thread.
 * Frames are copied, because the other device may have a different memory. They leave with the next {@link #flush}.
 */
public final class MemoryDevice extends ProcessDevice {
  private final FramePipe out;
  private final FramePipe in;

  private MemoryDevice(String name, FrameMemory memory, FramePipe out, FramePipe in) {
    super(name, memory);
    this.out = out;
    this.in = in;
  }

  /** Two devices, each of which sends to the other. */
  public record Pair(MemoryDevice one, MemoryDevice other) implements AutoCloseable {
    @Override
    public void close() {
      one.close();
      other.close();
    }
  }

  /**
   * Creates two devices.
   *
   * @param name name of the pair; the devices are called NAME-0 and NAME-1
   * @param one memory of the first device's frames
   * @param other memory of the second device's frames; may be the same if one loop has both
   * @param frames largest number of frames in transit in each direction; a power of two
   */
  public static Pair pair(String name, FrameMemory one, FrameMemory other, int frames) {
    one.requireOpen(); // before the other memory has its device
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

  /** Also takes the other device down, which then drops the frames that it sends. */
  @Override
  protected void release() {
    out.close();
    in.close();
  }
}
