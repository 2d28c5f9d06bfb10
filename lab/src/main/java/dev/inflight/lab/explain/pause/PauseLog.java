package dev.inflight.lab.explain.pause;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/** Times at which a port's priority was paused. */
public final class PauseLog {
  public record Pause(long fromPs, long untilPs) {
  }

  private final int most;
  private final Deque<Pause> pauses = new ArrayDeque<>();
  private long sincePs = -1;
  private int count;

  /** Creates a log of the latest {@code most} pauses. */
  public PauseLog(int most) {
    this.most = most;
  }

  public void begin(long nowPs) {
    if (sincePs < 0) {
      sincePs = nowPs;
      count++;
    }
  }

  /** Start of the current pause, in picoseconds; -1 without one. */
  public long sincePs() {
    return sincePs;
  }

  /** Ends the pause and returns its length, in picoseconds; 0 without a pause. */
  public long end(long nowPs) {
    if (sincePs < 0) {
      return 0;
    }
    long ps = nowPs - sincePs;
    pauses.addLast(new Pause(sincePs, nowPs));
    if (pauses.size() > most) {
      pauses.removeFirst();
    }
    sincePs = -1;
    return ps;
  }

  /** Returns the pauses that have ended, in order of time. */
  public List<Pause> all() {
    return List.copyOf(pauses);
  }

  public int count() {
    return count;
  }

  /** Returns the time, in picoseconds, in a span up to now in which the priority was paused. */
  public long within(long fromPs, long toPs) {
    long sum = sincePs < 0 ? 0 : Math.max(0, toPs - Math.max(fromPs, sincePs));
    Iterator<Pause> newestFirst = pauses.descendingIterator();
    while (newestFirst.hasNext()) {
      Pause pause = newestFirst.next();
      if (pause.untilPs <= fromPs) {
        break;
      }
      sum += Math.max(0, Math.min(toPs, pause.untilPs) - Math.max(fromPs, pause.fromPs));
    }
    return sum;
  }
}
