package dev.inflight.live.device;

import java.util.function.IntConsumer;

/** Device that delegates to another one, and reports each frame that is given to it. */
public final class WatchedDevice extends DeviceAround {
  private final IntConsumer leaves;

  /**
   * Creates a device.
   *
   * @param leaves receiver of the length of each sent frame
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
