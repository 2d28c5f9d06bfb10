package dev.inflight.lab.watch;

import dev.inflight.lab.capture.SeenFormats;
import dev.inflight.live.device.Device;
import dev.inflight.live.device.FrameMemory;
import dev.inflight.live.device.ring.ListeningDevice;
import dev.inflight.live.device.ring.RingDevice;
import dev.inflight.live.loop.RealLoop;
import dev.inflight.live.loop.Waiting;
import dev.inflight.live.os.PollSleeper;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;

/**
 * How many frames a second {@code watch} takes in from an interface: as root, with two namespaces that are joined by a cable.
 * Arguments: a capture, whose frames are sent again and again; the namespace and interface to send from, and those to watch; seconds;
 * bytes that frames are cut to, 0 for none. One thread sends as much as it can, the other watches; what the second needs of a core says
 * how much it could take in.
 */
final class WatchRate {
  private static final int BATCH = 64;
  private static final int WARM_UP_SECONDS = 5;
  private static volatile boolean stopped;

  private WatchRate() {
  }

  /** Prints rates. */
  public static void main(String[] arguments) throws InterruptedException {
    int most = Integer.parseInt(arguments[6]);
    List<WatchedRuns.Frame> frames = WatchedRuns.frames(Path.of(arguments[0])).stream()
        .filter(frame -> most == 0 || frame.bytes().length <= most).toList();
    var collector = new TelemetryCollector(SeenFormats.of(List.of(), null), 0);
    try (var memory = new FrameMemory(4096, 2048);
        Device from = RingDevice.open(arguments[1], arguments[2], memory);
        ListeningDevice device = ListeningDevice.open(arguments[3], arguments[4], collector);
        var sleeper = new PollSleeper()) {
      var loop = new RealLoop(Waiting.PARK, sleeper);
      loop.add(device);
      Thread watcher = Thread.ofPlatform().start(loop::run);
      Thread sender = Thread.ofPlatform().start(() -> send(from, memory, frames));
      Thread.sleep(1000L * WARM_UP_SECONDS);
      double[] before = now(from, collector, device, watcher, sender);
      Thread.sleep(1000L * Integer.parseInt(arguments[5]));
      double[] after = now(from, collector, device, watcher, sender);
      stopped = true;
      sender.join();
      loop.stop();
      watcher.join();
      for (int at = 0; at < after.length; at++) {
        after[at] -= before[at];
      }
      System.out.printf(
          "sent %.0f, taken in %.0f, lost %.0f frames a second; watching takes %.0f %% of a core, so %.0f a second of all"
              + " of it; sending takes %.0f %%%n",
          after[1] / after[0], after[2] / after[0], after[3] / after[0],
          100 * after[4] / after[0], after[2] / after[4], 100 * after[5] / after[0]);
    }
  }

  private static double[] now(Device from, TelemetryCollector collector, ListeningDevice device, Thread watcher, Thread sender) {
    return new double[] {System.nanoTime() / 1e9, from.counters().framesOut, collector.interval().frames.frames, device.lost(),
        cpuSeconds(watcher), cpuSeconds(sender)};
  }

  private static double cpuSeconds(Thread thread) {
    return ManagementFactory.getThreadMXBean().getThreadCpuTime(thread.threadId()) / 1e9;
  }

  private static void send(Device from, FrameMemory memory, List<WatchedRuns.Frame> frames) {
    int next = 0;
    while (!stopped) {
      for (int number = 0; number < BATCH; number++) {
        byte[] bytes = frames.get(next).bytes();
        next = next + 1 == frames.size() ? 0 : next + 1;
        long at = memory.take();
        MemorySegment.copy(bytes, 0, memory.bytes(), ValueLayout.JAVA_BYTE, at, bytes.length);
        from.send(at, bytes.length);
      }
      from.flush();
    }
  }
}
