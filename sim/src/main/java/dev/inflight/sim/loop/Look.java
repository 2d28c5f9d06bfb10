package dev.inflight.sim.loop;

import dev.inflight.net.event.Event;

/** An event that only reads the state of a run: the trajectory is the same with and without it. */
public abstract class Look extends Event {
  /**
   * Skips a stretch in which everything continues as before, and its looks, which would all see the same as earlier ones.
   *
   * @param toPs the end of that time, in picoseconds of simulated time
   * @return time of the next look, in picoseconds: {@link #timePs} if it is to look then, in the middle of the stretch
   */
  public long passOver(long toPs) {
    return timePs;
  }
}
