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
  private static final long NOT_PAUSED = Long.MAX_VALUE;
  /** A timer that is set anew leaves an event behind until its time: none is set further ahead than this part of the longest pause. */
  private static final int LOOKS = 256;

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
    endings[group].until(quanta > 0 ? nowPs + Pfc.timePs(quanta, port.rateBitsPerSec()) : NOT_PAUSED, nowPs);
  }

  /** The switch has paused a group of the other end, or has ended that. */
  void told(int group, boolean pause, long nowPs) {
    if (pause && !renewings[group].isSet()) {
      renewings[group].set(nowPs + longestPs / 2);
    }
  }

  private final class Ending extends Timer {
    private final int group;
    private long untilPs = NOT_PAUSED;

    Ending(EventLoop loop, int group) {
      super(loop, port::nextKey);
      this.group = group;
    }

    void until(long newUntilPs, long nowPs) {
      untilPs = newUntilPs;
      look(nowPs);
    }

    private void look(long nowPs) {
      if (untilPs != NOT_PAUSED && (!isSet() || untilPs < atPs())) {
        set(Math.min(untilPs, nowPs + longestPs / LOOKS));
      }
    }

    @Override
    protected void fired(long nowPs) {
      if (untilPs <= nowPs) {
        heard(group, 0, nowPs);
      } else {
        look(nowPs);
      }
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
