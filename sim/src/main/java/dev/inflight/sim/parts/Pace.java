package dev.inflight.sim.parts;

import dev.inflight.sim.loop.VirtualLoop;
import java.util.Arrays;

/** Measures the progress of parts that run in parallel. */
final class Pace {
  private final VirtualLoop[] loops;
  private final long[] busyNs; // of each thread
  private final long[] firedBefore; // of each part, at the start of the step
  private long runningNs;
  private long windows;
  private long longestEvents;
  private long events;

  Pace(VirtualLoop[] loops, int threads) {
    this.loops = loops;
    busyNs = new long[threads];
    firedBefore = new long[loops.length];
  }

  /** Starts a window; returns the number of windows so far. */
  long windowBegins() {
    return ++windows;
  }

  /** Adds a thread's working time, in nanoseconds; each reports its own. */
  void worked(int thread, long ns) {
    busyNs[thread] += ns;
  }

  /** The events of the part that fired most in a step that all have done, or a thread's share of all if that is more. */
  long stepLongest() {
    long longest = 0;
    long all = 0;
    for (int part = 0; part < loops.length; part++) {
      long fired = loops[part].fired();
      longest = Math.max(longest, fired - firedBefore[part]);
      all += fired - firedBefore[part];
      firedBefore[part] = fired;
    }
    events += all;
    return Math.max(longest, Math.ceilDiv(all, busyNs.length));
  }

  /** The number of events that all parts fired in steps that are over. */
  long events() {
    return events;
  }

  /**
   * Called when a step is over everywhere.
   *
   * @param longest the most of {@link #stepLongest}
   */
  void stepEnds(long longest) {
    longestEvents += longest;
  }

  /** Adds running time of all of them together, in nanoseconds. */
  void ran(long ns) {
    runningNs += ns;
  }

  Balance balance() {
    double all = (double) runningNs * busyNs.length;
    double waiting = all == 0 ? 0 : 1 - Arrays.stream(busyNs).sum() / all;
    return new Balance(busyNs.length, loops.length, windows, events, longestEvents, Math.clamp(waiting, 0, 1));
  }
}
