package dev.inflight.live.device;

import java.util.function.IntConsumer;

/** A device as another one, which tells when a frame is given to it. */
public final class WatchedDevice implements Device {
  private final Device of;
  private final IntConsumer leaves;

  /**
   * A device.
   *
   * @param leaves is told the length of each frame that was sent
   */
  public WatchedDevice(Device of, IntConsumer leaves) {
    this.of = of;
    this.leaves = leaves;
  }

  @Override
  public boolean send(long at, int length) {
    boolean sent = of.send(at, length);
    if (sent) {
      leaves.accept(length);
    }
    return sent;
  }

  @Override
  public Kind kind() {
    return of.kind();
  }

  @Override
  public String name() {
    return of.name();
  }

  @Override
  public long mac() {
    return of.mac();
  }

  @Override
  public FrameMemory memory() {
    return of.memory();
  }

  @Override
  public int largestFrameBytes() {
    return of.largestFrameBytes();
  }

  @Override
  public boolean isUp() {
    return of.isUp();
  }

  @Override
  public void deliverTo(FrameTaker taker) {
    of.deliverTo(taker);
  }

  @Override
  public int poll(long nowPs, int most) {
    return of.poll(nowPs, most);
  }

  @Override
  public void flush() {
    of.flush();
  }

  @Override
  public void endRound() {
    of.endRound();
  }

  @Override
  public int fileDescriptor() {
    return of.fileDescriptor();
  }

  @Override
  public DeviceCounters counters() {
    return of.counters();
  }

  @Override
  public void close() {
    of.close();
  }
}
