package dev.inflight.sim.loop;

import dev.inflight.net.event.Event;

/** An event that only looks at a run: the trajectory is the same with it and without. */
public abstract class Look extends Event {
  /**
   * Time is left out in which everything goes on as before, and with it looks that would all see the same as others before them.
   *
   * @param toPs the end of that time, in picoseconds of simulated time
   * @return when it is due next: {@link #timePs} if it is to look then, in the middle of that time
   */
  public long passOver(long toPs) {
    return timePs;
  }
}
