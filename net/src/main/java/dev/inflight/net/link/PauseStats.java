package dev.inflight.net.link;

import org.jspecify.annotations.Nullable;

/** The pauses of a port: how often and how long its priorities were paused, and which pauses it obeys. */
public final class PauseStats {
  private final long[] sincePs = new long[Packet.PRIORITIES];
  private long pauses;
  private long pausedPs;
  private int ignored;
  private @Nullable PauseListener listener;

  public void begin(int priority, long nowPs) {
    sincePs[priority] = nowPs;
  }

  public void end(int priority, long nowPs) {
    pausedPs += nowPs - sincePs[priority];
  }

  public void countFrame() {
    pauses++;
  }

  /** Reports all pauses from now on to a listener. */
  void reportTo(PauseListener newListener) {
    listener = newListener;
  }

  /** Pause frames received. */
  public long pauses() {
    return pauses;
  }

  /** Time spent paused until {@code nowPs}, all priorities added up; {@code priorities} are paused still. */
  public long pausedPs(int priorities, long nowPs) {
    long total = pausedPs;
    for (int priority = 0; priority < Packet.PRIORITIES; priority++) {
      if ((priorities >> priority & 1) != 0) {
        total += nowPs - sincePs[priority];
      }
    }
    return total;
  }

  /** A PFC frame arrives: the priorities that are paused then, of those that were. */
  int take(Packet frame, int paused) {
    int priority = frame.priority;
    boolean pause = frame.kind == Packet.Kind.PAUSE;
    if (pause) {
      countFrame();
    }
    if (listener != null) {
      listener.pauseChanged(priority, pause, frame.timePs);
    }
    return change(priority, pause && (ignored >> priority & 1) == 0, paused, frame.timePs);
  }

  /** The cable fails, and no pause outlives it. */
  int endAll(int paused, long nowPs) {
    int rest = paused;
    for (int priority = 0; priority < Packet.PRIORITIES; priority++) {
      rest = change(priority, false, rest, nowPs);
      if (listener != null) {
        listener.pauseChanged(priority, false, nowPs);
      }
    }
    return rest;
  }

  /** Pauses of a priority have no effect from now on, or have it again: the priorities that are paused then, of those that were. */
  int ignore(int priority, boolean on, int paused, long nowPs) {
    ignored = on ? ignored | 1 << priority : ignored & ~(1 << priority);
    return on ? change(priority, false, paused, nowPs) : paused;
  }

  private int change(int priority, boolean pause, int paused, long nowPs) {
    int bit = 1 << priority;
    boolean was = (paused & bit) != 0;
    if (pause == was) {
      return paused;
    }
    if (pause) {
      begin(priority, nowPs);
      return paused | bit;
    }
    end(priority, nowPs);
    return paused & ~bit;
  }
}
