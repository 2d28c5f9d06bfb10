package dev.inflight.livetools.watch;

import dev.inflight.lab.capture.SeenFormats;
import dev.inflight.lab.result.RunFolder;
import dev.inflight.lab.run.Interruption;
import dev.inflight.live.device.ring.ListeningDevice;
import dev.inflight.live.loop.RealLoop;
import dev.inflight.live.loop.Waiting;
import dev.inflight.live.os.PollSleeper;
import dev.inflight.net.event.Event;
import java.io.PrintStream;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Watch of an interface: collects the telemetry of its frames, prints a report after each interval, and a summary at the end.
 *
 * @param name name of the interface
 * @param namespace network namespace of the interface; null for this process's
 * @param seen formats to look for
 * @param linkRateBitsPerSec rate of all links, for headers without rates; 0 if unknown
 * @param everyPs interval between reports, above 0
 * @param forPs duration, above 0; {@link Long#MAX_VALUE} until it is interrupted
 * @param quiet true to print only the summary
 * @param folder folder for tables; null for none
 */
public record Watch(String name, @Nullable String namespace, SeenFormats seen, long linkRateBitsPerSec, long everyPs, long forPs,
    boolean quiet, @Nullable Path folder) {
  private static final int DONE = 0;

  /**
   * Watches until the time is over or the user ends it.
   *
   * @param out destination of the reports; the watch also ends when their reader is gone
   * @throws dev.inflight.lab.read.InputError if the interface cannot be opened for listening
   */
  public void run(PrintStream out, RunFolder.Opener opener) {
    if (folder != null) {
      WatchFiles.check(folder);
    }
    WarmUp.of(seen);
    var collector = new TelemetryCollector(seen, linkRateBitsPerSec);
    try (ListeningDevice device = WatchedInterface.open(namespace, name, collector);
        var sleeper = new PollSleeper();
        WatchFiles files = folder == null ? null : new WatchFiles(folder, opener)) {
      var loop = new RealLoop(Waiting.PARK, sleeper);
      loop.add(device);
      try (var interruption = new Interruption(DONE, loop::stop)) {
        var intervals = new Intervals(device, collector, out, files);
        var bell = new Bell(loop);
        loop.begin();
        while (intervals.elapsedPs < forPs && !interruption.hasCome() && !out.checkError()) { // as behind `head`
          loop.schedule(bell, (long) Math.min(everyPs, forPs - intervals.elapsedPs));
          loop.run();
          long intervalPs = Math.max(1, loop.nowPs());
          loop.begin(); // so that time can exceed the 106 days of picoseconds
          intervals.report(intervalPs);
        }
        end(collector, device, intervals.elapsedPs, out, files);
      }
    }
  }

  private void end(TelemetryCollector collector, ListeningDevice device, double elapsedPs, PrintStream out,
      @Nullable WatchFiles files) {
    String summary = WatchText.summary(collector, name, elapsedPs, device.lost(), device.oversized());
    if (files != null) {
      files.summary(summary);
    }
    out.print(summary);
    out.flush();
  }

  /** Event that ends an interval. */
  private static final class Bell extends Event {
    private final RealLoop loop;

    Bell(RealLoop loop) {
      this.loop = loop;
    }

    @Override
    public void fire() {
      loop.stop();
    }
  }

  /** Printer of each interval's report. */
  private final class Intervals {
    private final ListeningDevice device;
    private final TelemetryCollector collector;
    private final PrintStream out;
    private final @Nullable WatchFiles files;
    private double elapsedPs;
    private long lost;

    Intervals(ListeningDevice device, TelemetryCollector collector, PrintStream out, @Nullable WatchFiles files) {
      this.device = device;
      this.collector = collector;
      this.out = out;
      this.files = files;
    }

    /** Prints the report of an interval of this length. */
    void report(long intervalPs) {
      elapsedPs += intervalPs;
      long lostNow = device.lost() - lost;
      lost += lostNow;
      if (!quiet) {
        out.print(WatchText.interval(collector, elapsedPs, intervalPs, lostNow, device.isUp()));
        out.flush();
      }
      if (files != null) {
        files.interval(collector, elapsedPs, intervalPs, lostNow);
      }
      collector.endInterval();
    }
  }
}
