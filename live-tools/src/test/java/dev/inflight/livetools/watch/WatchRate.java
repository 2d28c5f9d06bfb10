package dev.inflight.livetools.watch;

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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Measures the frames a second that {@code watch} processes from an interface; as root. Arguments: a capture, the frames of which are sent
 * again and again; the namespace and interface to send from, and those to watch; seconds; threads that send as much as they can. One thread
 * watches: its share of a core shows its capacity.
 */
final class WatchRate {
  private static final int BATCH = 64;
  private static final int CHUNKS = 4096;
  private static final int CHUNK_BYTES = 2048;
  private static final int WARM_UP_SECONDS = 5;
  private static final AtomicLong SENT = new AtomicLong();
  private static final AtomicLong SENDERS_NANOS = new AtomicLong();
  private static volatile boolean stopped;

  private WatchRate() {
  }

  /** Prints rates. */
  public static void main(String[] arguments) throws InterruptedException {
    List<WatchedRuns.Frame> frames = WatchedRuns.frames(Path.of(arguments[0]));
    SeenFormats seen = SeenFormats.of(List.of(), null);
    WarmUp.of(seen);
    var collector = new TelemetryCollector(seen, 0);
    var threads = new ArrayList<Thread>();
    try (ListeningDevice device = ListeningDevice.open(arguments[3], arguments[4], collector); var sleeper = new PollSleeper()) {
      var loop = new RealLoop(Waiting.PARK, sleeper);
      loop.add(device);
      Thread watcher = Thread.ofPlatform().start(loop::run);
      for (int number = 0; number < Integer.parseInt(arguments[6]); number++) {
        threads.add(Thread.ofPlatform().start(() -> send(arguments[1], arguments[2], frames)));
      }
      Thread.sleep(1000L * WARM_UP_SECONDS);
      double[] rates = now(collector, device, watcher);
      System.out.printf("warming up: %.0f frames, %.0f lost%n", rates[2], rates[3]);
      Thread.sleep(1000L * Integer.parseInt(arguments[5]));
      double[] after = now(collector, device, watcher);
      stopped = true;
      for (Thread sender : threads) {
        sender.join();
      }
      loop.stop();
      watcher.join();
      for (int at = 0; at < rates.length; at++) {
        rates[at] = after[at] - rates[at];
      }
      System.out.printf(
          "%.0f frames a second sent, %.0f taken in, %.0f lost; watching takes %.1f %% of a core, which are %.0f frames a"
              + " second of a whole one; sending takes %.0f %%%n",
          rates[1] / rates[0], rates[2] / rates[0], rates[3] / rates[0], 100 * rates[4] / rates[0], rates[2] / rates[4],
          100 * rates[5] / rates[0]);
    }
  }

  private static double[] now(TelemetryCollector collector, ListeningDevice device, Thread watcher) {
    return new double[] {System.nanoTime() / 1e9, SENT.get(), collector.interval().frames.frames, device.lost(),
        ManagementFactory.getThreadMXBean().getThreadCpuTime(watcher.threadId()) / 1e9, SENDERS_NANOS.get() / 1e9};
  }

  private static void send(String namespace, String name, List<WatchedRuns.Frame> frames) {
    try (var memory = new FrameMemory(CHUNKS, CHUNK_BYTES); Device from = RingDevice.open(namespace, name, memory)) {
      long cpu = 0;
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
        SENT.addAndGet(BATCH);
        long now = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        SENDERS_NANOS.addAndGet(now - cpu);
        cpu = now;
      }
    }
  }
}
