package dev.inflight.sim.record;

import dev.inflight.sim.loop.Look;
import dev.inflight.sim.loop.Timeline;
import dev.inflight.sim.setup.Setup;
import java.util.function.Supplier;

/**
 * Samples queues at equal times, and reports the histograms occasionally. While nothing happens, all samples up to the next event
 * are counted at once.
 */
public final class QueueSampler extends Look implements Samples {
  static final long REPORT_PERIOD_PS = 100_000_000_000L;

  private final Setup setup;
  private final QueueMonitor monitor;
  private final Supplier<Recorder> recorder;
  private final Timeline loop;
  private final long periodPs;
  private long endPs;
  private long nextPs = -1;
  private long countedToPs = Long.MIN_VALUE;
  private long countedAtOnce;
  private boolean reported;

  public QueueSampler(Setup setup, QueueMonitor monitor, Supplier<Recorder> recorder, Timeline loop) {
    this.setup = setup;
    this.monitor = monitor;
    this.recorder = recorder;
    this.loop = loop;
    // In scheduling order, times are whole nanoseconds, and each sample follows from the one before.
    periodPs = loop.ordersByScheduling() ? Math.ceilDiv(setup.samplePeriodPs(), 1000L) * 1000 : setup.samplePeriodPs();
    key = Long.MAX_VALUE; // what happens at the same time is included
  }

  @Override
  public void begin(long firstPs) {
    nextPs = firstPs;
    loop.schedule(this, firstPs);
  }

  @Override
  public long periodPs() {
    return periodPs;
  }

  @Override
  public void runUntil(long newEndPs) {
    endPs = newEndPs;
  }

  @Override
  public void fire() {
    monitor.sample();
    report(timePs);
    nextPs = timePs + periodPs;
    countQuietTime();
    countedToPs = nextPs - periodPs;
    if (countedToPs < setup.sampleUntilPs()) {
      loop.schedule(this, nextPs);
    } else {
      nextPs = -1;
    }
  }

  /** Adds the samples of a skipped stretch, equal to the recent ones. */
  @Override
  public long passOver(long toPs) {
    long number = samplesIn(timePs, toPs + 1, periodPs);
    monitor.credit(number);
    nextPs = timePs + number * periodPs;
    return nextPs;
  }

  /** Counts the samples before the next event. It runs where it would if the sample before had scheduled it. */
  private void countQuietTime() {
    long toPs = Math.min(Math.min(endPs, loop.quietUntilPs()), Math.ceilDiv(nextPs, REPORT_PERIOD_PS) * REPORT_PERIOD_PS);
    long number = samplesIn(nextPs, toPs, periodPs);
    if (setup.sampleUntilPs() < toPs) { // the first one that is not before that is the last
      number = Math.min(number, samplesIn(timePs, setup.sampleUntilPs(), periodPs));
    }
    if (number > 0) {
      monitor.repeat(number);
      nextPs += number * periodPs;
      countedAtOnce += number;
    }
  }

  @Override
  public void takeBackAfter(long nowPs) {
    if (countedToPs > nowPs) {
      long number = Math.ceilDiv(countedToPs - nowPs, periodPs);
      monitor.repeat(-number);
      countedAtOnce -= number;
      countedToPs -= number * periodPs;
      nextPs = countedToPs + periodPs;
    }
  }

  @Override
  public long countedAtOnce() {
    return countedAtOnce;
  }

  private void report(long nowPs) {
    if (!reported || nowPs % REPORT_PERIOD_PS == 0) {
      reported = true;
      recorder.get().queues(nowPs, monitor::histograms);
    }
  }

  @Override
  public void skipToEnd() {
    if (nextPs >= 0) {
      skipToEnd(setup, monitor, recorder.get(), nextPs, periodPs);
    }
  }

  /** Counts the samples from a time on, with all queues empty. */
  static void skipToEnd(Setup setup, QueueMonitor monitor, Recorder recorder, long fromPs, long periodPs) {
    if (setup.sampleUntilPs() == Long.MAX_VALUE) {
      return;
    }
    long nextPs = fromPs;
    long lastPs = Math.min(setup.sampleUntilPs() + periodPs - 1, setup.untilPs() - 1);
    while (nextPs <= lastPs) {
      long reportPs = Math.ceilDiv(nextPs, REPORT_PERIOD_PS) * REPORT_PERIOD_PS;
      boolean reports = reportPs <= lastPs && (reportPs - nextPs) % periodPs == 0;
      long toPs = reports ? reportPs : lastPs;
      long number = (toPs - nextPs) / periodPs + 1;
      monitor.addIdle(number);
      nextPs += number * periodPs;
      if (reports) {
        recorder.queues(reportPs, monitor::histograms);
      }
    }
  }

  /** Number of samples from a time on and before another. */
  static long samplesIn(long fromPs, long toPs, long periodPs) {
    return toPs <= fromPs ? 0 : Math.ceilDiv(toPs - fromPs, periodPs);
  }
}
