package dev.inflight.live.cable;

import dev.inflight.net.event.EventKeys;
import dev.inflight.net.event.EventLoop;
import dev.inflight.net.event.Timer;
import dev.inflight.net.link.Packet;
import dev.inflight.wire.header.Pfc;

/**
 * The pauses that the other end of a real link asks for, of priorities (IEEE 802.1Qbb) or of everything (802.3 Annex 31B): each ends with its time, if
 * no frame ends or renews it before, so that a lost frame stops a link for a while only.
 */
public final class HeardPauses {
  /** Who stops sending, and goes on. */
  public interface Paused {
    /** Of this priority nothing leaves from now on, or everything again. */
    void pause(int priority, boolean paused, long nowPs);
  }

  private static final long NOT_PAUSED = Long.MAX_VALUE;
  /** A timer that is set anew leaves an event behind until its time: none is set further ahead than this part of the longest pause. */
  private static final int LOOKS = 256;

  private final Paused who;
  private final long rateBitsPerSec;
  private final long lookPs;
  private final Ending[] endings = new Ending[Packet.PRIORITIES];
  private final int[] quanta = new int[Packet.PRIORITIES];

  /**
   * None so far.
   *
   * @param keys of the events at which pauses end
   * @param rateBitsPerSec of the link, by which times are counted
   */
  public HeardPauses(EventLoop loop, EventKeys keys, long rateBitsPerSec, Paused who) {
    this.who = who;
    this.rateBitsPerSec = rateBitsPerSec;
    lookPs = Pfc.timePs(Pfc.MOST_QUANTA, rateBitsPerSec) / LOOKS;
    for (int priority = 0; priority < Packet.PRIORITIES; priority++) {
      endings[priority] = new Ending(loop, keys, priority);
    }
  }

  /**
   * Takes a frame that has come; false when it is no pause frame.
   *
   * @param length its bytes from {@code offset} on, without a frame check sequence
   */
  public boolean take(byte[] frame, int offset, int length, long nowPs) {
    boolean all = Pfc.isPause(frame, offset, length);
    if (!all && !Pfc.is(frame, offset, length)) {
      return false;
    }
    int enabled = all ? (1 << Packet.PRIORITIES) - 1 : Pfc.enabled(frame, offset);
    for (int priority = 0; priority < Packet.PRIORITIES; priority++) {
      quanta[priority] = all ? Pfc.pauseQuanta(frame, offset) : Pfc.quanta(frame, offset, priority);
    }
    for (int priority = 0; priority < Packet.PRIORITIES; priority++) { // a resumed priority sends, and the array may have other frames then
      if ((enabled >>> priority & 1) != 0) {
        pause(priority, quanta[priority], nowPs);
      }
    }
    return true;
  }

  private void pause(int priority, int pauseQuanta, long nowPs) {
    who.pause(priority, pauseQuanta > 0, nowPs);
    endings[priority].until(pauseQuanta > 0 ? nowPs + Pfc.timePs(pauseQuanta, rateBitsPerSec) : NOT_PAUSED, nowPs);
  }

  private final class Ending extends Timer {
    private final int priority;
    private long untilPs = NOT_PAUSED;

    Ending(EventLoop loop, EventKeys keys, int priority) {
      super(loop, keys);
      this.priority = priority;
    }

    void until(long newUntilPs, long nowPs) {
      untilPs = newUntilPs;
      look(nowPs);
    }

    private void look(long nowPs) {
      if (untilPs != NOT_PAUSED && (!isSet() || untilPs < atPs())) {
        set(Math.min(untilPs, nowPs + lookPs));
      }
    }

    @Override
    protected void fired(long nowPs) {
      if (untilPs <= nowPs) {
        pause(priority, 0, nowPs);
      } else {
        look(nowPs);
      }
    }
  }
}
