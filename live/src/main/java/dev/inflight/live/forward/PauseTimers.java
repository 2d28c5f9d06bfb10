package dev.inflight.live.forward;

import dev.inflight.net.event.EventLoop;
import dev.inflight.net.event.Timer;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.PacketPool;
import dev.inflight.net.switching.SwitchPort;
import dev.inflight.wire.header.Pfc;
import java.util.Arrays;

/**
 * How long pauses of a real link last (IEEE 802.1Qbb): one that was heard ends with its time, if nobody ends or renews it before, so that a lost
 * frame stops a link for a while only; and one that was sent is renewed at half of its time, as long as the switch needs it.
 */
final class PauseTimers {
  /** Renews a pause that was sent. */
  interface Renewal {
    /** Sends it once more. */
    void renew(int group);
  }

  private static final int FRAME_BYTES = 64;

  private final SwitchPort port;
  private final PacketPool pool;
  private final Renewal renewal;
  private final long longestPs;
  private final Ending[] endings = new Ending[Packet.GROUPS];
  private final Renewing[] renewings = new Renewing[Packet.GROUPS];

  PauseTimers(SwitchPort port, EventLoop loop, PacketPool pool, Renewal renewal) {
    this.port = port;
    this.pool = pool;
    this.renewal = renewal;
    longestPs = Pfc.timePs(Pfc.MOST_QUANTA, port.rateBitsPerSec());
    Arrays.setAll(endings, group -> new Ending(loop, group));
    Arrays.setAll(renewings, group -> new Renewing(loop, group));
  }

  /**
   * The other end has said how long it pauses a group.
   *
   * @param quanta of 512 bit times each; 0 ends the pause
   */
  void heard(int group, int quanta, long nowPs) {
    Packet frame = pool.take();
    frame.becomePauseFrame(quanta > 0 ? Packet.Kind.PAUSE : Packet.Kind.RESUME, group, FRAME_BYTES, nowPs);
    frame.at = port;
    frame.fire();
    if (quanta > 0) {
      endings[group].set(nowPs + Pfc.timePs(quanta, port.rateBitsPerSec()));
    } else {
      endings[group].cancel();
    }
  }

  /** The switch has paused a group of the other end, or has ended that. */
  void told(int group, boolean pause, long nowPs) {
    if (pause) {
      renewings[group].set(nowPs + longestPs / 2);
    } else {
      renewings[group].cancel();
    }
  }

  private final class Ending extends Timer {
    private final int group;

    Ending(EventLoop loop, int group) {
      super(loop, port::nextKey);
      this.group = group;
    }

    @Override
    protected void fired(long nowPs) {
      heard(group, 0, nowPs);
    }
  }

  private final class Renewing extends Timer {
    private final int group;

    Renewing(EventLoop loop, int group) {
      super(loop, port::nextKey);
      this.group = group;
    }

    @Override
    protected void fired(long nowPs) {
      if (port.owner().isPausing(port, group)) {
        renewal.renew(group);
        set(nowPs + longestPs / 2);
      }
    }
  }
}
