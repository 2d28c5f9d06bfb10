package dev.inflight.lab.live;

import dev.inflight.live.device.Device;
import dev.inflight.live.device.DeviceCounters;
import dev.inflight.live.device.FrameMemory;
import dev.inflight.live.device.FrameTaker;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** One of two ends within a process, without any interface: what is sent at the one is there at the other at once. Both are in one thread. */
final class InstantDevice implements Device {
  private static final int ETHERNET_AND_LARGEST_MTU = 65_535;

  private final String name;
  private final FrameMemory memory;
  private final LongSupplier nowPs;
  private final DeviceCounters counters = new DeviceCounters();
  private FrameTaker taker;
  private @Nullable InstantDevice other;
  private boolean closed;

  /**
   * An end that is not joined to another one yet.
   *
   * @param memory of both ends
   * @param nowPs the loop's time, in picoseconds
   */
  InstantDevice(String name, FrameMemory memory, LongSupplier nowPs) {
    this.name = name;
    this.memory = memory;
    this.nowPs = nowPs;
    taker = (at, length, arrivalPs) -> memory.give(at);
    memory.addDevice();
  }

  /** Joins it to its other end. */
  void join(InstantDevice to) {
    if (to.memory != memory) {
      throw new IllegalArgumentException("the ends " + name + " and " + to.name + " have not the same memory");
    }
    other = to;
    to.other = this;
  }

  @Override
  public Kind kind() {
    return Kind.MEMORY;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public long mac() {
    return 0;
  }

  @Override
  public FrameMemory memory() {
    return memory;
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
  public void deliverTo(FrameTaker newTaker) {
    taker = newTaker;
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
    // All has gone.
  }

  @Override
  public int poll(long time, int most) {
    return 0; // what comes has been handed over
  }

  @Override
  public void endRound() {
    // All has gone.
  }

  @Override
  public int fileDescriptor() {
    return NONE;
  }

  @Override
  public DeviceCounters counters() {
    return counters;
  }

  @Override
  public void close() {
    InstantDevice to = other;
    if (to != null) {
      to.other = null;
      other = null;
    }
    if (!closed) {
      closed = true;
      memory.removeDevice();
    }
  }
}
