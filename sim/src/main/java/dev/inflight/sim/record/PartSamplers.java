package dev.inflight.sim.record;

import dev.inflight.net.event.Event;
import dev.inflight.sim.loop.Timeline;
import dev.inflight.sim.parts.DividedLoop;
import dev.inflight.sim.setup.Setup;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Samples the queues of a fabric that runs in parts, with the same samples and reports as {@link QueueSampler}. */
public final class PartSamplers implements Samples {
  private final Setup setup;
  private final QueueMonitor monitor;
  private final Supplier<Recorder> recorder;
  private final Timeline loop;
  private final List<PartSampler> parts = new ArrayList<>();
  private long fromPs;
  private int reports;

  public PartSamplers(Setup setup, QueueMonitor monitor, Supplier<Recorder> recorder, DividedLoop loop) {
    this.setup = setup;
    this.monitor = monitor;
    this.recorder = recorder;
    this.loop = loop;
    for (QueueMonitor part : monitor.parts()) {
      parts.add(new PartSampler(setup, part, loop.loop(parts.size())));
    }
  }

  /** The sampler of a part. */
  public PartSampler part(int number) {
    return parts.get(number);
  }

  @Override
  public void begin(long firstPs) {
    fromPs = firstPs;
    parts.forEach(part -> part.begin(firstPs));
    loop.schedule(new Report(), firstPs);
  }

  @Override
  public void runUntil(long endPs) {
    // Parts take their samples while they run their windows.
  }

  @Override
  public void takeBackAfter(long nowPs) {
    // All parts have reached the end of the same window, with all samples up to there.
  }

  @Override
  public long countedAtOnce() {
    return parts.getFirst().taken() - reports;
  }

  @Override
  public long periodPs() {
    return setup.samplePeriodPs();
  }

  @Override
  public void skipToEnd() {
    long nextPs = parts.getFirst().nextPs();
    if (nextPs >= 0) {
      QueueSampler.skipToEnd(setup, monitor, recorder.get(), nextPs, setup.samplePeriodPs());
    }
  }

  /** Time of the last sample: the first one that is not before the last time of the setup. */
  private long lastSamplePs() {
    long untilPs = setup.sampleUntilPs();
    return untilPs == Long.MAX_VALUE
        ? untilPs
        : fromPs + Math.ceilDiv(untilPs - fromPs, setup.samplePeriodPs()) * setup.samplePeriodPs();
  }

  /** Reports the histograms at the first sample, and at every one that falls on a multiple of the period of reports. */
  private final class Report extends Event {
    Report() {
      key = Long.MAX_VALUE;
    }

    @Override
    public void fire() {
      reports++;
      if ((timePs - fromPs) % setup.samplePeriodPs() == 0) {
        recorder.get().queues(timePs, monitor::histograms);
      }
      long nextPs = (timePs / QueueSampler.REPORT_PERIOD_PS + 1) * QueueSampler.REPORT_PERIOD_PS;
      if (nextPs <= lastSamplePs()) {
        loop.schedule(this, nextPs);
      }
    }
  }
}
