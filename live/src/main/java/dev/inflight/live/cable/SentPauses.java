package dev.inflight.live.cable;

import dev.inflight.net.event.EventLoop;
import dev.inflight.net.event.Timer;
import dev.inflight.net.link.Packet;
import dev.inflight.net.switching.SwitchPort;
import dev.inflight.wire.header.Pfc;
import java.util.Arrays;

/** The pauses that a switch asks the other end of a real link for (IEEE 802.1Qbb): each is renewed at half of its time, for as long as the switch needs it. */
public final class SentPauses {
  /** Renews a pause that was sent. */
  public interface Renewal {
    /** Sends it once more. */
    void renew(int priority, long nowPs);
  }

  private final SwitchPort port;
  private final Renewal renewal;
  private final long renewPs;
  private final Renewing[] renewings = new Renewing[Packet.PRIORITIES];

  /** None so far, of a switch's port. */
  public SentPauses(SwitchPort port, EventLoop loop, Renewal renewal) {
    this.port = port;
    this.renewal = renewal;
    renewPs = Pfc.timePs(Pfc.MOST_QUANTA, port.rateBitsPerSec()) / 2;
    Arrays.setAll(renewings, priority -> new Renewing(loop, priority));
  }

  /** The switch has paused a priority of the other end, or has ended that. */
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
