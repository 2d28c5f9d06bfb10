package dev.inflight.sim;

import dev.inflight.sim.change.run.EventStep;
import dev.inflight.sim.loop.Look;
import dev.inflight.sim.loop.Timeline;
import dev.inflight.sim.setup.Setup;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/** Ends a run that has delivered no byte for so long that every sender has retried several times, if no event lies ahead. */
final class StallWatch extends Look {
  private static final long LEAST_PATIENCE_PS = 1_000_000_000_000L;

  private final Timeline loop;
  private final LongSupplier deliveredBytes;
  private final long patiencePs;
  private final long lastChangePs;
  private final BooleanSupplier isComputing;
  private long delivered = -1;
  private boolean stopped;

  /**
   * A watch over a run.
   *
   * @param timeoutPs the first retransmission timeout of senders
   * @param deliveredBytes bytes that receivers have taken so far
   * @param isComputing true while the end of a computation will start traffic
   */
  StallWatch(Setup setup, Timeline loop, long timeoutPs, LongSupplier deliveredBytes, BooleanSupplier isComputing) {
    this.isComputing = isComputing;
    this.loop = loop;
    this.deliveredBytes = deliveredBytes;
    patiencePs = Math.max(LEAST_PATIENCE_PS, timeoutPs << 8);
    int last = setup.flows().count() - 1;
    long lastStartPs = last < 0 ? 0 : setup.flows().sortedByStart().startPs(last);
    lastChangePs = Math.max(lastStartPs, EventStep.lastPs(setup.events()) + setup.reroute().longestPs());
    key = Long.MAX_VALUE - 2;
  }

  void schedule(long nowPs) {
    loop.schedule(this, nowPs + patiencePs);
  }

  @Override
  public void fire() {
    long deliveredNow = deliveredBytes.getAsLong();
    if (deliveredNow == delivered && !isComputing.getAsBoolean() && lastChangePs < timePs - patiencePs) {
      stopped = true;
      loop.stop();
    } else {
      delivered = deliveredNow;
      schedule(timePs);
    }
  }

  /** Skips a stretch in which traffic continued as before: the watch restarts at its end. */
  @Override
  public long passOver(long toPs) {
    delivered = -1;
    return toPs + patiencePs;
  }

  /** True if this watch has ended the run. */
  boolean hasStopped() {
    return stopped;
  }
}
