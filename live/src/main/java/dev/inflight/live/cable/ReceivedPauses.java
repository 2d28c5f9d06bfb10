package dev.inflight.live.cable;

import dev.inflight.net.event.EventKeys;
import dev.inflight.net.event.EventLoop;
import dev.inflight.net.event.Timer;
import dev.inflight.net.link.Packet;
import dev.inflight.wire.header.Pfc;

/**
 * Pauses that the other end of a real link requests, of priorities (IEEE 802.1Qbb) or of all traffic (802.3 Annex 31B). Each ends
 * after its time unless a frame ends or renews it earlier, so a lost frame stops a link only for a limited time.
 */
public final class ReceivedPauses {
  /** Sender that stops and resumes. */
  public interface Paused {
    /** Stops this priority, or resumes it. */
    void pause(int priority, boolean paused, long nowPs);
  }

  private static final long NOT_PAUSED = Long.MAX_VALUE;
  /** Longest pause divided by the longest timer: a timer that is reset leaves its event in the loop until its time. */
  private static final int LOOKS = 256;

  private final Paused paused;
  private final long rateBitsPerSec;
  private final long lookPs;
  private final Ending[] endings = new Ending[Packet.PRIORITIES];
  private final int[] quanta = new int[Packet.PRIORITIES];

  /**
   * Creates a state without pauses.
   *
   * @param keys keys of the events at which pauses end
   * @param rateBitsPerSec rate of the link, which determines the duration of quanta
   */
  public ReceivedPauses(EventLoop loop, EventKeys keys, long rateBitsPerSec, Paused paused) {
    this.paused = paused;
    this.rateBitsPerSec = rateBitsPerSec;
    lookPs = Pfc.timePs(Pfc.MOST_QUANTA, rateBitsPerSec) / LOOKS;
    for (int priority = 0; priority < Packet.PRIORITIES; priority++) {
      endings[priority] = new Ending(loop, keys, priority);
    }
  }

  /**
   * Processes an arrived frame; returns false if it is not a pause frame.
   *
   * @param length its bytes from {@code offset}, without a frame check sequence
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
    for (int priority = 0; priority < Packet.PRIORITIES; priority++) { // a resumed priority sends, and may change the array
      if ((enabled >>> priority & 1) != 0) {
        pause(priority, quanta[priority], nowPs);
      }
    }
    return true;
  }

  private void pause(int priority, int pauseQuanta, long nowPs) {
    paused.pause(priority, pauseQuanta > 0, nowPs);
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
