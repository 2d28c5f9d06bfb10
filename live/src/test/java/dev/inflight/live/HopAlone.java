package dev.inflight.live;

import dev.inflight.live.device.Device;
import dev.inflight.live.device.FrameMemory;
import dev.inflight.live.device.xdp.XdpDevice;
import dev.inflight.live.loop.RealLoop;
import dev.inflight.live.loop.Waiting;
import dev.inflight.live.os.PollSleeper;
import java.lang.management.ManagementFactory;

/**
 * Cost of a hop alone: frames of 1000 bytes through one thread, by AF_XDP, as many as it forwards. The kernel on the other core creates
 * them. They leave by an interface of type ifb, which counts and drops them: the processing at the other end of a link is not the hop's
 * work, and with a veth this thread would do it. Needs root.
 *
 * <p>Arguments: seconds, and the kind of hop: {@code pass}, which forwards frames unchanged, or {@code switch}, a soft switch with PFC, its
 * queues and native telemetry in each frame, and links of 100 Gb/s.
 */
public final class HopAlone {
  private static final int LENGTH = 1000;
  private static final String MTU = "1500";
  /** Few, because a frame that was not used for long is in no cache. */
  private static final int CHUNKS = 1024;
  private static final int CHUNK_BYTES = 2048;
  private static final int AT_ONCE = 8_000_000;
  private static final long WARM_UP_MILLIS = 3000;
  private static final long LINK_BITS_PER_SEC = 100_000_000_000L;

  private volatile boolean stopped;

  private HopAlone() {
  }

  /** Prints the rate. */
  public static void main(String[] arguments) throws InterruptedException {
    if (arguments.length != 2 || !arguments[1].matches("pass|switch")) {
      System.err.println("usage: HopAlone SECONDS pass|switch");
      System.exit(2);
    }
    new HopAlone().run(Integer.parseInt(arguments[0]), arguments[1].equals("switch"));
  }

  private void run(int seconds, boolean isSwitch) throws InterruptedException {
    try (var all = new TestNamespaces(); var memory = new FrameMemory(CHUNKS, CHUNK_BYTES); var sleeper = new PollSleeper()) {
      String a = all.namespace("a");
      String f = all.namespace("f");
      all.cable(a, "a0", f, "f0", Integer.parseInt(MTU));
      TestNamespaces.ip("-n", f, "link", "add", "f1", "type", "ifb");
      TestNamespaces.ip("-n", f, "link", "set", "f1", "addrgenmode", "none"); // the kernel sends no frames of its own
      TestNamespaces.ip("-n", f, "link", "set", "f1", "mtu", MTU, "up");
      try (Device in = XdpDevice.open(f, "f0", memory, XdpDevice.Taking.ALL);
          Device out = XdpDevice.open(f, "f1", memory, XdpDevice.Taking.ALL)) {
        RealLoop loop = new RealLoop(Waiting.SPIN, sleeper);
        if (isSwitch) {
          SoftPair.between(in, out, LINK_BITS_PER_SEC, loop);
        } else {
          in.deliverTo((at, length, arrivalPs) -> out.send(at, length));
        }
        loop.add(in);
        loop.add(out);
        Thread hop = Thread.ofPlatform().start(loop::run);
        Thread source = Thread.ofPlatform().start(() -> send(a));
        Thread.sleep(WARM_UP_MILLIS);
        long framesBefore = out.counters().framesOut;
        long bytesBefore = out.counters().bytesOut;
        long cpuBefore = ManagementFactory.getThreadMXBean().getThreadCpuTime(hop.threadId());
        long begin = System.nanoTime();
        Thread.sleep(1000L * seconds);
        long frames = out.counters().framesOut - framesBefore;
        long bytes = out.counters().bytesOut - bytesBefore;
        double millis = (System.nanoTime() - begin) / 1e6;
        double cpuMillis = (ManagementFactory.getThreadMXBean().getThreadCpuTime(hop.threadId()) - cpuBefore) / 1e6;
        stopped = true;
        loop.stop();
        hop.join();
        source.join();
        long gone = Long.parseLong(TestNamespaces.ip("-n", f, "-s", "link", "show", "f1").lines()
            .dropWhile(line -> !line.contains("RX:")).skip(1).findFirst().orElseThrow().strip().split("\\s+")[1]);
        System.out.printf(
            "%s: %.0f kpps of %.0f bytes, in %.1f %% of a core's time; %,d frames have left, the interface counts %,d%n",
            isSwitch ? "switch" : "pass", frames / millis, (double) bytes / frames, 100 * cpuMillis / millis,
            out.counters().framesOut, gone);
      }
    }
  }

  private void send(String namespace) {
    try (var frames = new KernelFrames(namespace, "a0", SoftPair.frame(LENGTH))) {
      while (!stopped) {
        frames.send(AT_ONCE);
      }
    }
  }
}
