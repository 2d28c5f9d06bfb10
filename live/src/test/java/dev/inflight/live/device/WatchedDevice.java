package dev.inflight.live.device;

import java.util.function.IntConsumer;

/** A device as another one, which tells when a frame is given to it. */
public final class WatchedDevice extends DeviceAround {
  private final IntConsumer leaves;

  /**
   * A device.
   *
   * @param leaves is told the length of each frame that was sent
   */
  public WatchedDevice(Device of, IntConsumer leaves) {
    super(of);
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
}
