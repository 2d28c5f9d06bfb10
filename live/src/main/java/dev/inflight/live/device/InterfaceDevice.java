package dev.inflight.live.device;

import dev.inflight.live.os.NetworkInterface;
import dev.inflight.wire.header.Ethernet;

/** What all devices have in common that are an interface of the machine, whichever way the kernel is asked for its frames. */
public abstract class InterfaceDevice extends FrameDevice {
  private static final long LOOK_PS = 10_000_000_000L;

  /** The interface; closed with the device. */
  protected final NetworkInterface link;
  /** The longest frame that it takes. */
  protected final int largestFrameBytes;
  /** Whether frames may come and go, as it was at the last look. */
  protected boolean up;
  private final long mac;
  private long nextLookPs = Long.MIN_VALUE;

  /**
   * A device that takes no frames yet.
   *
   * @throws dev.inflight.live.os.OsException where there is no such interface
   * @throws IllegalStateException where the memory is closed: before anything is opened that would have to be given back
   */
  protected InterfaceDevice(NetworkInterface link, FrameMemory memory) {
    memory.requireOpen();
    super(memory);
    this.link = link;
    mac = link.mac();
    largestFrameBytes = Math.min(link.mtuBytes() + Ethernet.HEADER_BYTES, memory.largestFrameBytes());
    up = link.isUp();
  }

  /** Says that nothing of opening it can fail any more: its memory stays as long as it is open. */
  protected final void opened() {
    memory.addDevice();
  }

  /** Whether it is time to look again how the interface is, as it is a hundred times a second. */
  protected final boolean isTimeToLook(long nowPs) {
    if (nowPs < nextLookPs && nextLookPs - nowPs <= LOOK_PS) { // it is further away where time has started anew
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

  /** Gives back what this kind of device has, but the interface: once, when it is closed. */
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
    memory.removeDevice(); // and not where something was not given back: better too much memory than foreign memory
  }
}
