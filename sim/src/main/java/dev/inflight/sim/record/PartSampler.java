package dev.inflight.sim.record;

import dev.inflight.sim.loop.VirtualLoop;
import dev.inflight.sim.setup.Setup;

/**
 * Samples the queues of one part of a fabric, at the times of {@link QueueSampler}, each when all events of its time have run. It
 * is not an event, because its next one would keep the parts from advancing to their next event.
 */
public final class PartSampler {
  private final QueueMonitor monitor;
  private final VirtualLoop loop;
  private final long periodPs;
  private final long lastPs;
  private long nextPs = -1;
  private long taken;

  /** Makes a sampler that has no time yet. */
  PartSampler(Setup setup, QueueMonitor monitor, VirtualLoop loop) {
    this.monitor = monitor;
    this.loop = loop;
    periodPs = setup.samplePeriodPs();
    lastPs = setup.sampleUntilPs();
  }

  void begin(long fromPs) {
    nextPs = fromPs;
  }

  /** Runs the part up to and including a time, or its loop's {@linkplain VirtualLoop#endHere end}, and takes the samples. */
  public void run(long toPs) {
    while (nextPs >= 0 && nextPs <= toPs) {
      loop.run(nextPs);
      if (loop.isEnded()) {
        return; // before the sample, even if it is due at that very instant: it is taken when the part continues
      }
      sample(toPs);
    }
    loop.run(toPs);
  }

  private void sample(long toPs) {
    long nowPs = nextPs;
    monitor.sample();
    long number = QueueSampler.samplesIn(nowPs + periodPs, Math.min(toPs + 1, loop.nextPs()), periodPs);
    number = Math.min(number, QueueSampler.samplesIn(nowPs, lastPs, periodPs)); // up to the first one not before lastPs
    monitor.repeat(number);
    taken += 1 + number;
    long newestPs = nowPs + number * periodPs;
    nextPs = newestPs < lastPs ? newestPs + periodPs : -1;
  }

  /** Samples taken so far. */
  long taken() {
    return taken;
  }

  /** Time of the next sample, in picoseconds; negative without one. */
  long nextPs() {
    return nextPs;
  }
}
