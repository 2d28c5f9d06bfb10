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
 * Watches an interface: takes in its frames, says after each interval what they brought, and at the end all of it.
 *
 * @param name the interface
 * @param namespace where it is; null is this process's
 * @param seen what it looks for
 * @param linkRateBitsPerSec the rate of all links, for headers that say none; 0 when that is not known
 * @param everyPs after which time it says something, above 0
 * @param forPs for how long, above 0; {@link Long#MAX_VALUE} until it is interrupted
 * @param quiet whether it says something at the end only
 * @param folder where tables go; null for none
 */
public record Watch(String name, @Nullable String namespace, SeenFormats seen, long linkRateBitsPerSec, long everyPs, long forPs,
    boolean quiet, @Nullable Path folder) {
  private static final int DONE = 0;

  /**
   * Watches, until the time is over or the user ends it.
   *
   * @param out where it says something; when its reader is gone, that ends it too
   * @throws dev.inflight.lab.read.InputError when the interface cannot be listened to
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
          loop.begin(); // so that time lasts for more than the 106 days that picoseconds have
          intervals.report(intervalPs);
        }
        end(collector, device, intervals.elapsedPs, out, files);
      }
    }
  }

  private void end(TelemetryCollector collector, ListeningDevice device, double elapsedPs, PrintStream out,
      @Nullable WatchFiles files) {
    String summary = WatchText.summary(collector, name, elapsedPs, device.lost(), device.unheard());
    if (files != null) {
      files.summary(summary);
    }
    out.print(summary);
    out.flush();
  }

  /** Ends an interval. */
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

  /** Says what each interval brought. */
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

    /** Says what an interval of this length brought. */
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
