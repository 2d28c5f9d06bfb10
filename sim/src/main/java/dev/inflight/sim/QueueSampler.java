package dev.inflight.sim;

import dev.inflight.net.Event;

/** Samples queues at equal times, and hands the histograms on now and then. */
final class QueueSampler extends Event {
  private static final long REPORT_PERIOD_PS = 100_000_000_000L;

  private final Setup setup;
  private final QueueMonitor monitor;
  private Recorder recorder;
  private final VirtualLoop loop;
  private long nextPs = -1;
  private boolean reported;

  QueueSampler(Setup setup, QueueMonitor monitor, Recorder recorder, VirtualLoop loop) {
    this.setup = setup;
    this.monitor = monitor;
    this.recorder = recorder;
    this.loop = loop;
    key = Long.MAX_VALUE; // what happens at the same time is seen
  }

  void recordWith(Recorder newRecorder) {
    recorder = newRecorder;
  }

  @Override
  public void fire() {
    monitor.sample();
    report(timePs);
    nextPs = timePs < setup.sampleUntilPs ? timePs + setup.samplePeriodPs : -1;
    if (nextPs >= 0) {
      loop.schedule(this, nextPs);
    }
  }

  private void report(long nowPs) {
    if (!reported || nowPs % REPORT_PERIOD_PS == 0) {
      reported = true;
      recorder.queues(nowPs, monitor);
    }
  }

  /** The samples that remain after everything has come to rest. */
  void skipToEnd() {
    if (nextPs < 0 || setup.sampleUntilPs == Long.MAX_VALUE) {
      return;
    }
    long lastPs = Math.min(setup.sampleUntilPs + setup.samplePeriodPs - 1, setup.untilPs - 1);
    while (nextPs <= lastPs) {
      long reportPs = Math.ceilDiv(nextPs, REPORT_PERIOD_PS) * REPORT_PERIOD_PS;
      boolean reports = reportPs <= lastPs && (reportPs - nextPs) % setup.samplePeriodPs == 0;
      long toPs = reports ? reportPs : lastPs;
      long number = (toPs - nextPs) / setup.samplePeriodPs + 1;
      monitor.addIdle(number);
      nextPs += number * setup.samplePeriodPs;
      if (reports) {
        recorder.queues(reportPs, monitor);
      }
    }
  }
}
