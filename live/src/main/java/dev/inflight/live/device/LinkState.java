package dev.inflight.live.device;

import dev.inflight.live.os.InterfaceInfo;

/** Whether an interface is up, asked ten times a second. */
public final class LinkState {
  private static final long PERIOD_PS = 100_000_000_000L;

  private final InterfaceInfo info;
  private long nextPs;
  private boolean up;

  /** The state of an interface. */
  public LinkState(InterfaceInfo info) {
    this.info = info;
    up = info.isRunning();
  }

  /** Looks, if it is time to; returns whether it has looked. */
  public boolean look(long nowPs) {
    if (nowPs < nextPs) {
      return false;
    }
    nextPs = nowPs + PERIOD_PS;
    up = info.isRunning();
    return true;
  }

  /** The interface has refused a frame. */
  public void gone() {
    up = false;
  }

  /** Whether it was up when somebody last looked. */
  public boolean isUp() {
    return up;
  }
}
