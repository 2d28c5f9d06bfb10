package dev.inflight.livetools.live;

import dev.inflight.live.device.FrameMemory;
import dev.inflight.live.device.ProcessDevice;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** One of two ends in one thread, without an interface: a frame sent at one end arrives at the other at once. */
final class InstantDevice extends ProcessDevice {
  private static final int ETHERNET_AND_LARGEST_MTU = 65_535;

  private final LongSupplier nowPs;
  private @Nullable InstantDevice other;

  /**
   * Creates an end without its other end.
   *
   * @param memory memory of both ends
   * @param nowPs the loop's time, in picoseconds
   */
  InstantDevice(String name, FrameMemory memory, LongSupplier nowPs) {
    super(name, memory);
    this.nowPs = nowPs;
  }

  /** Joins it to its other end. */
  void join(InstantDevice to) {
    if (to.memory != memory) {
      throw new IllegalArgumentException("the ends " + name() + " and " + to.name() + " have not the same memory");
    }
    other = to;
    to.other = this;
  }

  @Override
  public int largestFrameBytes() {
    return Math.min(memory.largestFrameBytes(), ETHERNET_AND_LARGEST_MTU);
  }

  @Override
  public boolean isUp() {
    return other != null;
  }

  @Override
  public boolean send(long at, int length) {
    InstantDevice to = other;
    if (to == null || length > largestFrameBytes()) {
      counters.dropsOut++;
      memory.give(at);
      return false;
    }
    counters.framesOut++;
    counters.bytesOut += length;
    to.counters.framesIn++;
    to.counters.bytesIn += length;
    to.taker.take(at, length, nowPs.getAsLong());
    return true;
  }

  @Override
  public void flush() {
    // All frames have left.
  }

  @Override
  public int poll(long time, int most) {
    return 0; // arriving frames have been handed over
  }

  @Override
  protected void release() {
    InstantDevice to = other;
    if (to != null) {
      to.other = null;
      other = null;
    }
  }
}
