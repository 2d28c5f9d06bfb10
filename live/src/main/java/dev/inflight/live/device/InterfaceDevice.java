package dev.inflight.live.device;

import dev.inflight.live.os.NetworkInterface;
import dev.inflight.wire.header.Ethernet;

/** Base of devices that are interfaces of the machine, for every kind of kernel interface. */
public abstract class InterfaceDevice extends FrameDevice {
  private static final long LOOK_PS = 10_000_000_000L;

  /** The interface; closed with the device. */
  protected final NetworkInterface link;
  /** Longest accepted frame, in bytes. */
  protected final int largestFrameBytes;
  /** True if frames could be received and sent at the last check. */
  protected boolean up;
  private final long mac;
  private long nextLookPs = Long.MIN_VALUE;

  /**
   * Creates a device that accepts no frames yet.
   *
   * @throws dev.inflight.live.os.OsException if there is no such interface
   * @throws IllegalStateException if the memory is closed; this check precedes the opening of anything that needs a release
   */
  protected InterfaceDevice(NetworkInterface link, FrameMemory memory) {
    memory.requireOpen();
    super(memory);
    this.link = link;
    mac = link.mac();
    largestFrameBytes = Math.min(link.mtuBytes() + Ethernet.HEADER_BYTES, memory.largestFrameBytes());
    up = link.isUp();
  }

  /** Records that opening it can no longer fail: its memory stays as long as the device is open. */
  protected final void opened() {
    memory.addDevice();
  }

  /** True if it is time to check the interface again, which happens a hundred times a second. */
  protected final boolean isTimeToLook(long nowPs) {
    if (nowPs < nextLookPs && nextLookPs - nowPs <= LOOK_PS) { // further in the future after time has restarted
      return false;
    }
    nextLookPs = nowPs + LOOK_PS;
    return true;
  }

  @Override
  public final String name() {
    return link.name();
  }

  @Override
  public final long mac() {
    return mac;
  }

  @Override
  public final int largestFrameBytes() {
    return largestFrameBytes;
  }

  @Override
  public final boolean isUp() {
    return up;
  }

  /** Releases the resources of this kind of device except the interface: once, when it is closed. */
  protected abstract void release();

  @Override
  public final void close() {
    if (closed) {
      return;
    }
    counters();
    closed = true;
    up = false;
    release();
    link.close();
    memory.removeDevice(); // not after a failed release: a leak is better than access to foreign memory
  }
}
