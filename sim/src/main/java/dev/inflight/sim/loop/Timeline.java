package dev.inflight.sim.loop;

import dev.inflight.net.event.EventLoop;

/** The simulated time of a whole run. Observers of the whole run have their events in it, between those of the fabric. */
public interface Timeline extends EventLoop {
  /** The time of the event that runs now, or ran last, in picoseconds. */
  long nowPs();

  /**
   * For the running event: a time before which no other event fires unless it is scheduled meanwhile, in picoseconds, at the
   * earliest now; {@link Long#MAX_VALUE} if no other event is scheduled.
   */
  default long quietUntilPs() {
    return nowPs();
  }

  /** Events fired so far. */
  long fired();

  /**
   * Makes {@link #run} return after the current instant; if no run is in progress, the next one returns at once. May be called
   * from any thread.
   */
  void stop();

  /** Fires events until none is left, the next one is later than {@code untilPs}, or {@link #stop} is called. */
  void run(long untilPs);
}
