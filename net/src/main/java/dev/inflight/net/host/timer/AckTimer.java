package dev.inflight.net.host.timer;

import dev.inflight.net.event.Timer;
import dev.inflight.net.nic.Nic;

/**
 * Bounds the time for which an acknowledgement is held back. The timer stays set if the acknowledgement leaves earlier, and then
 * covers the next one, so most acknowledgements cost no event.
 */
public final class AckTimer extends Timer {
  /** An end that holds acknowledgements back. */
  public interface Holder {
    /** True if a packet waits to be acknowledged. */
    boolean holdsAck();

    /** Acknowledges the waiting packets, if there are any. */
    void answerHeld(long nowPs);
  }

  private final Holder holder;
  private long dueAtPs;

  /** A timer of a host, which runs in the loop of this NIC. */
  public AckTimer(Holder holder, Nic nic) {
    super(nic.loop(), nic);
    this.holder = holder;
  }

  /** Starts the wait of a packet, which is acknowledged by this time, in picoseconds. */
  public void holdUntil(long untilPs) {
    dueAtPs = untilPs;
    if (!isSet()) {
      set(untilPs);
    }
  }

  @Override
  protected void fired(long nowPs) {
    if (holder.holdsAck() && nowPs < dueAtPs) {
      set(dueAtPs);
    } else {
      holder.answerHeld(nowPs);
    }
  }
}
