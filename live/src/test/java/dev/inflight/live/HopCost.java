package dev.inflight.live;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.inflight.live.device.Device;
import dev.inflight.live.device.FrameMemory;
import dev.inflight.live.device.ring.RingDevice;
import dev.inflight.live.device.udp.UdpDevice;
import dev.inflight.live.device.xdp.XdpDevice;
import dev.inflight.live.loop.RealLoop;
import dev.inflight.live.loop.Waiting;
import dev.inflight.live.os.PollSleeper;
import dev.inflight.wire.header.Ethernet;
import dev.inflight.wire.header.Ipv4;
import dev.inflight.wire.header.Udp;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.util.Arrays;

/**
 * Cost of a hop: frames of 1000 bytes go from namespace A to F, which forwards them to B, where they arrive. Needs root. Arguments: the
 * kind of F's devices, how its loop waits, frames a second (0: as many as possible), seconds, MTU, and the kind of F: {@code pass}, which
 * forwards frames unchanged, or {@code switch}, a soft switch of native telemetry, and then the rate of its links in bit/s, by default 100
 * Gb/s. One thread sends from A, by a packet ring, and receives at B, by AF_XDP; it spins. The other is the hop.
 */
public final class HopCost {
  private static final int LENGTH = 1000;
  private static final int BATCH = 32;
  private static final int SAMPLES = 1 << 22;
  private static final int STAMP_FROM_END = 100;
  private static final int WARM_UP_SECONDS = 3;
  private static final int FROM_PORT = 0xC123;

  private final Device.Kind kind;
  private final Waiting waiting;
  private final long framesPerSecond;
  private final boolean isSwitch;
  private final long linkBitsPerSec;
  private final long[] latencyNanos = new long[SAMPLES];
  private volatile boolean stopped;
  private volatile boolean measuring;
  private int samples;

  private HopCost(Device.Kind kind, Waiting waiting, long framesPerSecond, boolean isSwitch, long linkBitsPerSec) {
    this.isSwitch = isSwitch;
    this.linkBitsPerSec = linkBitsPerSec;
    this.kind = kind;
    this.waiting = waiting;
    this.framesPerSecond = framesPerSecond;
  }

  /** Prints rates and one-way latency. */
  public static void main(String[] arguments) throws InterruptedException {
    if (arguments.length < 5) {
      System.err
          .println("usage: HopCost XDP|PACKET_RING|UDP SPIN|PARK FRAMES-A-SECOND SECONDS MTU [pass|switch [BITS-A-SECOND]]");
      System.exit(2);
    }
    new HopCost(Device.Kind.valueOf(arguments[0]), Waiting.valueOf(arguments[1]), Long.parseLong(arguments[2]),
        arguments.length > 5 && arguments[5].equals("switch"),
        arguments.length > 6 ? Long.parseLong(arguments[6]) : 100_000_000_000L)
        .run(Integer.parseInt(arguments[3]), Integer.parseInt(arguments[4]));
  }

  private Device hop(String namespace, String name, FrameMemory memory) {
    return switch (kind) {
      case XDP -> XdpDevice.open(namespace, name, memory, XdpDevice.Taking.ALL_BUT_ARP);
      case PACKET_RING -> RingDevice.open(namespace, name, memory);
      case UDP -> UdpDevice.open(namespace, name, memory, UdpDevice.ROCE_V2_PORT);
      case MEMORY -> throw new IllegalArgumentException("MEMORY has no interface");
    };
  }

  private void run(int seconds, int mtuBytes) throws InterruptedException {
    try (var all = new TestNamespaces();
        var memoryA = new FrameMemory(4096, 2048);
        var memoryF = new FrameMemory(16384, 2048);
        var memoryB = new FrameMemory(8192, 2048);
        var sleeper = new PollSleeper()) {
      String a = all.namespace("a");
      String f = all.namespace("f");
      String b = all.namespace("b");
      all.cable(a, "a0", f, "f0", mtuBytes);
      all.cable(f, "f1", b, "b0", mtuBytes);
      TestNamespaces.ip("-n", f, "addr", "add", "10.88.1.2/24", "dev", "f0");
      TestNamespaces.ip("-n", f, "addr", "add", "10.88.2.2/24", "dev", "f1");
      TestNamespaces.ip("-n", b, "addr", "add", "10.88.2.1/24", "dev", "b0");
      TestNamespaces.ip("-n", f, "route", "add", "10.88.3.0/24", "via", "10.88.2.1");
      try (Device from = RingDevice.open(a, "a0", memoryA);
          Device in = hop(f, "f0", memoryF);
          Device out = hop(f, "f1", memoryF);
          Device to = XdpDevice.open(b, "b0", memoryB, XdpDevice.Taking.ALL_BUT_ARP)) {
        to.deliverTo((at, length, arrivalPs) -> {
          if (measuring && length >= LENGTH && samples < SAMPLES) {
            latencyNanos[samples++] = System.nanoTime() - memoryB.bytes().get(JAVA_LONG_UNALIGNED, at + length - STAMP_FROM_END);
          }
          memoryB.give(at);
        });
        RealLoop loop = new RealLoop(waiting, sleeper);
        if (isSwitch) {
          SoftPair.between(in, out, linkBitsPerSec, loop);
        } else {
          forward(in, out, memoryF);
        }
        loop.add(in);
        loop.add(out);
        Thread hop = Thread.ofPlatform().start(loop::run);
        byte[] frame = isSwitch ? SoftPair.frame(LENGTH) : frame(in.mac());
        Thread ends = Thread.ofPlatform().start(() -> sendAndTake(from, memoryA, frame, to));
        Thread.sleep(1000L * WARM_UP_SECONDS);
        long[] before = {from.counters().framesOut, out.counters().framesOut, to.counters().framesIn, out.counters().bytesOut,
            cpuNanos(hop)};
        long begin = System.nanoTime();
        measuring = true;
        Thread.sleep(1000L * seconds);
        long[] after = {from.counters().framesOut, out.counters().framesOut, to.counters().framesIn, out.counters().bytesOut,
            cpuNanos(hop)};
        double millis = (System.nanoTime() - begin) / 1e6;
        measuring = false;
        stopped = true;
        ends.join();
        loop.stop();
        hop.join();
        long[] sorted = Arrays.copyOf(latencyNanos, samples);
        Arrays.sort(sorted);
        double busyMillis = (after[4] - before[4]) / 1e6;
        System.out.printf(
            "%s %s%s at %d/s: sent %.0f, forwarded %.0f, arrived %.0f kpps;"
                + " %.1f Mb/s on the link with preambles, gaps and check sequences;"
                + " hop's core %.0f %% busy, %.0f kpps if it were all; one way p50 %.1f us, p90 %.1f us, p99 %.1f us%n",
            kind, waiting, isSwitch ? " switch" : "", framesPerSecond, (after[0] - before[0]) / millis,
            (after[1] - before[1]) / millis, (after[2] - before[2]) / millis,
            (after[3] - before[3] + 24 * (after[1] - before[1])) * 8 / millis / 1e3, 100 * busyMillis / millis,
            (after[1] - before[1]) / busyMillis, sorted[sorted.length / 2] / 1e3, sorted[(int) (sorted.length * 0.9)] / 1e3,
            sorted[(int) (sorted.length * 0.99)] / 1e3);
      }
    }
  }

  private void forward(Device in, Device out, FrameMemory memory) {
    if (kind != Device.Kind.UDP) {
      in.deliverTo((at, length, arrivalPs) -> out.send(at, length));
      out.deliverTo((at, length, arrivalPs) -> in.send(at, length));
      return;
    }
    int from = Integer.reverseBytes(0x0A580202);
    int to = Integer.reverseBytes(0x0A580201);
    in.deliverTo((at, length, arrivalPs) -> { // the next leg's addresses
      memory.bytes().set(JAVA_INT_UNALIGNED, at + 26, from);
      memory.bytes().set(JAVA_INT_UNALIGNED, at + 30, to);
      out.send(at, length);
    });
  }

  private void sendAndTake(Device from, FrameMemory memory, byte[] frame, Device to) {
    long begin = System.nanoTime();
    long sent = 0;
    MemorySegment bytes = memory.bytes();
    while (!stopped) {
      to.poll(begin, BATCH);
      if (framesPerSecond > 0 && (System.nanoTime() - begin) * framesPerSecond / 1_000_000_000 <= sent) {
        continue;
      }
      int batch = framesPerSecond > 0 ? 1 : BATCH;
      for (int number = 0; number < batch; number++) {
        long at = memory.take() + FrameMemory.HEADROOM_BYTES;
        MemorySegment.copy(frame, 0, bytes, JAVA_BYTE, at, frame.length);
        bytes.set(JAVA_LONG_UNALIGNED, at + frame.length - STAMP_FROM_END, System.nanoTime());
        from.send(at, frame.length);
        sent++;
      }
      from.flush();
    }
  }

  private static long cpuNanos(Thread thread) {
    return ManagementFactory.getThreadMXBean().getThreadCpuTime(thread.threadId());
  }

  private static byte[] frame(long mac) {
    byte[] frame = new byte[LENGTH];
    int ip = Ethernet.write(frame, 0, mac, 0x0200_0000_0001L, Ethernet.IPV4);
    int at = ip + Ipv4.write(frame, ip, LENGTH - ip, Ipv4.UDP);
    Ipv4.addresses(frame, ip, 0x0A580101, 0x0A580102);
    Ipv4.writeChecksum(frame, ip);
    Udp.write(frame, at, FROM_PORT, Udp.ROCE_V2, LENGTH - at);
    return frame;
  }
}
