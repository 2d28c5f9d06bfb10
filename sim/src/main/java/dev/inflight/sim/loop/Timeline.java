package dev.inflight.sim.loop;

import dev.inflight.net.event.EventLoop;

/** The simulated time of a whole run, for observers of all of it: their events run in it, between those of the fabric. */
public interface Timeline extends EventLoop {
  /** The time of the event that runs now, or ran last, in picoseconds. */
  long nowPs();

  /**
   * For the event that runs now: a time before which no other one fires unless it is scheduled meanwhile, in picoseconds, at the earliest
   * now; {@link Long#MAX_VALUE} if no other one is scheduled.
   */
  default long quietUntilPs() {
    return nowPs();
  }

  /** Events fired so far. */
  long fired();

  /**
   * Makes {@link #run} return after the current instant, or the next run return at once if none is in progress; may be called from any
   * thread.
   */
  void stop();

  /** Fires events until none is left, the next one is later than {@code untilPs}, or {@link #stop} is called. */
  void run(long untilPs);
}
