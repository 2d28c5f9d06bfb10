package dev.inflight.sim;

import dev.inflight.net.event.Event;
import dev.inflight.sim.loop.Timeline;
import java.util.function.LongSupplier;

/** Ends the run after the last packets have been consumed: it checks every microsecond. */
final class DrainCheck extends Event {
  private static final long PERIOD_PS = 1_000_000L;

  private final LongSupplier packetsInside;
  private final Timeline loop;
  private final Runnable whenDrained;

  /**
   * Makes a check that is not scheduled yet.
   *
   * @param packetsInside number of packets in the fabric
   * @param whenDrained called just before the loop is stopped
   */
  DrainCheck(LongSupplier packetsInside, Timeline loop, Runnable whenDrained) {
    this.packetsInside = packetsInside;
    this.loop = loop;
    this.whenDrained = whenDrained;
    key = Long.MAX_VALUE - 1;
  }

  /** Schedules the first check one period later. */
  void scheduleAfter(long nowPs) {
    loop.schedule(this, nowPs + PERIOD_PS);
  }

  @Override
  public void fire() {
    if (packetsInside.getAsLong() == 0) {
      whenDrained.run();
      loop.stop();
    } else {
      scheduleAfter(timePs);
    }
  }
}
