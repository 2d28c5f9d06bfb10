package dev.inflight.live.cable;

import dev.inflight.net.event.EventLoop;
import dev.inflight.net.event.Timer;
import dev.inflight.net.link.Packet;
import dev.inflight.net.switching.SwitchPort;
import dev.inflight.wire.header.Pfc;
import java.util.Arrays;

/**
 * Pauses that a switch requests of the other end of a real link (IEEE 802.1Qbb): each is renewed after half of its time while the
 * switch needs it.
 */
public final class SentPauses {
  /** Sender of renewed pauses. */
  public interface Renewal {
    /** Sends a pause again. */
    void renew(int priority, long nowPs);
  }

  private final SwitchPort port;
  private final Renewal renewal;
  private final long renewPs;
  private final Renewing[] renewings = new Renewing[Packet.PRIORITIES];

  /** Creates the state of a switch's port without pauses. */
  public SentPauses(SwitchPort port, EventLoop loop, Renewal renewal) {
    this.port = port;
    this.renewal = renewal;
    renewPs = Pfc.timePs(Pfc.MOST_QUANTA, port.rateBitsPerSec()) / 2;
    Arrays.setAll(renewings, priority -> new Renewing(loop, priority));
  }

  /** Records that the switch has paused a priority of the other end, or has resumed it. */
  public void sent(int priority, boolean pause, long nowPs) {
    if (pause && !renewings[priority].isSet()) {
      renewings[priority].set(nowPs + renewPs);
    }
  }

  private final class Renewing extends Timer {
    private final int priority;

    Renewing(EventLoop loop, int priority) {
      super(loop, port);
      this.priority = priority;
    }

    @Override
    protected void fired(long nowPs) {
      if (port.owner().isPausing(port, priority)) {
        renewal.renew(priority, nowPs);
        set(nowPs + renewPs);
      }
    }
  }
}
