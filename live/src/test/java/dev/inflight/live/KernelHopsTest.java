package dev.inflight.live;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.ForwardingControl;
import dev.inflight.cc.ForwardingScheme;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.cc.rival.NoControl;
import dev.inflight.live.device.FrameMemory;
import dev.inflight.live.device.ring.RingDevice;
import dev.inflight.live.testing.Awake;
import dev.inflight.live.loop.RealLoop;
import dev.inflight.live.loop.Waiting;
import dev.inflight.net.recovery.Selective;
import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.format.ioam.IoamLinux;
import dev.inflight.wire.frame.FrameView;
import dev.inflight.wire.header.Ethernet;
import dev.inflight.wire.header.Ipv6;
import dev.inflight.wire.header.Udp;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Linux as the switches: its routers fill Inflight's traces, and HPCC uses its queue. */
@Tag("live")
class KernelHopsTest {
  private static final long SLOW_KBPS = 1000;
  private static final int FRAME_BYTES = 1000;
  private static final int BURST = 60;
  private static final long PATIENCE_NANOS = 20_000_000_000L;
  private static final long LINK_KBPS = 50_000;
  private static final long LINE_RATE = 100_000_000;
  private static final long RTT_PS = 2_000_000_000;
  /** Longer than the longest queue lasts, and than a busy machine delays a thread. */
  private static final long PATIENT_PS = 500_000_000_000L;
  private static final int BYTES = 2_000_000;
  private static final IoamLinux LINUX = new IoamLinux(KernelHops.NAMESPACE, 4);

  private static FrameMemory memory() {
    return new FrameMemory(4096, 2048);
  }

  private static byte[] frame(long fromMac, long toMac) {
    byte[] frame = new byte[FRAME_BYTES];
    int ip = Ethernet.write(frame, 0, toMac, fromMac, Ethernet.IPV6);
    int options = ip + Ipv6.write(frame, ip, FRAME_BYTES - ip - Ipv6.HEADER_BYTES, Ipv6.HOP_BY_HOP);
    Ipv6.source(frame, ip, KernelHops.PREFIX, 1);
    Ipv6.destination(frame, ip, KernelHops.PREFIX, 2);
    int udp = options + LINUX.begin(frame, options, PathQuery.UTILIZATION);
    Udp.write(frame, udp, 4000, 4001, FRAME_BYTES - udp);
    return frame;
  }

  private static void await(BooleanSupplier so) {
    long begin = System.nanoTime();
    while (!so.getAsBoolean()) {
      assertThat(System.nanoTime() - begin).as("patience").isLessThan(PATIENCE_NANOS);
      Thread.onSpinWait();
    }
  }

  private static Hops read(byte[] frame) {
    var view = new FrameView(List.of(LINUX.format()));
    assertThat(view.parse(frame, 0, frame.length)).isEqualTo(DecodeStatus.READ);
    assertThat(Ipv6.hopLimit(frame, view.ip)).as("two routers").isEqualTo(62);
    byte[] header = new byte[view.telemetryBytes];
    view.copyTelemetry(header, 0);
    var hops = new Hops(2);
    assertThat(LINUX.read(header, 0, header.length, hops)).isEqualTo(DecodeStatus.READ);
    return hops;
  }

  /**
   * A burst at a slow link: each frame reports its queue. The expected queue follows from the times of the earlier frames at the routers:
   * each adds its bytes, and the link removes its rate times the time, but never more than the queue; the first few frames leave at once,
   * from the token bucket.
   */
  @Test
  void queuesFollowTheBacklog() {
    try (var hops = new KernelHops(SLOW_KBPS, 200_000);
        FrameMemory from = memory();
        FrameMemory to = memory();
        RingDevice sender = RingDevice.open(hops.a, "a0", from);
        RingDevice receiver = RingDevice.open(hops.b, "b0", to)) {
      var arrived = new ArrayList<byte[]>();
      receiver.deliverTo((at, length, nowPs) -> {
        byte[] frame = to.bytes().asSlice(at, length).toArray(JAVA_BYTE);
        to.give(at);
        if (length == FRAME_BYTES) {
          arrived.add(frame);
        }
      });
      sender.deliverTo((at, length, nowPs) -> from.give(at));
      byte[] frame = frame(sender.mac(), hops.routerOfA());
      for (int burst = 1; burst <= 2; burst++) {
        int before = arrived.size();
        for (int number = 0; number < BURST; number++) {
          long at = from.take();
          MemorySegment.copy(frame, 0, from.bytes(), JAVA_BYTE, at, FRAME_BYTES);
          assertThat(sender.send(at, FRAME_BYTES)).isTrue();
        }
        sender.endRound();
        long waiting = hops.backlogBytes();
        assertThat(waiting).as("at once, by tc").isBetween(1L, (long) BURST * FRAME_BYTES);
        await(() -> {
          receiver.poll(0, 64);
          return arrived.size() == before + BURST;
        });
        assertThat(hops.backlogBytes()).isZero();
        follows(arrived.subList(before, before + BURST).stream().map(KernelHopsTest::read).toList(), waiting);
      }
    }
  }

  private static void follows(List<Hops> reports, long waiting) {
    double model = 0;
    long most = 0;
    for (int number = 0; number < reports.size(); number++) {
      Hops report = reports.get(number);
      assertThat(report.count()).isEqualTo(2);
      assertThat(report.cutOff()).isFalse();
      assertThat(report.link(0)).isEqualTo(Hops.link(KernelHops.FIRST_NODE, KernelHops.number("f1")));
      assertThat(report.link(1)).isEqualTo(Hops.link(KernelHops.SECOND_NODE, KernelHops.number("g1")));
      assertThat(report.rateBitsPerSec(0)).isEqualTo(KernelHops.FAST_KBPS * 1000);
      assertThat(report.rateBitsPerSec(1)).isEqualTo(SLOW_KBPS * 1000);
      assertThat(report.queueBytes(0)).isZero();
      if (number > 0) {
        double drained = report.elapsedPs(1, reports.get(number - 1)) * (SLOW_KBPS * 1000 / 8e12);
        model = Math.max(0, model + FRAME_BYTES - drained);
      }
      long queue = report.queueBytes(1);
      assertThat(queue % FRAME_BYTES).isZero();
      assertThat((double) queue).as("frame %d", number).isBetween(model - 5 * FRAME_BYTES, model + 2 * FRAME_BYTES);
      assertThat(report.utilization(1)).isEqualTo(queue > 0 ? 1 : IoamLinux.EMPTY_USE);
      most = Math.max(most, queue);
    }
    assertThat(reports.getFirst().queueBytes(1)).isZero();
    assertThat(most).isGreaterThan(BURST * FRAME_BYTES / 2).isGreaterThanOrEqualTo(waiting - FRAME_BYTES);
  }

  /** Scheme that records the queues of its reports. */
  private record Watched(Scheme scheme, List<Long> queues, List<Integer> counts) implements ForwardingScheme {
    /** So that packets carry telemetry for every scheme. */
    @Override
    public Set<Signal> signals() {
      return Set.of(Signal.HOPS);
    }

    @Override
    public CongestionControl start(PathFacts path) {
      return new ForwardingControl(scheme.start(path)) {
        @Override
        public boolean onAck(Feedback ack) {
          if (ack.reported) {
            counts.add(ack.hops.count());
            if (ack.hops.count() == 2) {
              queues.add(ack.hops.queueBytes(1));
            }
          }
          return super.onAck(ack);
        }
      };
    }
  }

  /** Result of a transfer. */
  private record Outcome(String name, double bitsPerSec, List<Long> queues, List<Integer> counts, List<String> replaced,
      long sentAgain) {
    long queue(double quantile) {
      List<Long> sorted = queues.stream().sorted().toList();
      return sorted.get((int) (quantile * (sorted.size() - 1)));
    }
  }

  private static EndpointConfig config(int host, Scheme scheme) {
    return EndpointConfig.of(host).ipv6(KernelHops.PREFIX).telemetry(LINUX).scheme(scheme).path(LINE_RATE, RTT_PS)
        .recovery(new Selective(0, PATIENT_PS, 8), PATIENT_PS);
  }

  private static Outcome transfer(Scheme scheme) {
    var watched = new Watched(scheme, new ArrayList<>(), new ArrayList<>());
    try (var hops = new KernelHops(LINK_KBPS, 400_000);
        FrameMemory memoryOfA = memory();
        FrameMemory memoryOfB = memory();
        RingDevice a0 = RingDevice.open(hops.a, "a0", memoryOfA);
        RingDevice b0 = RingDevice.open(hops.b, "b0", memoryOfB);
        Arena arena = Arena.ofShared()) {
      EndpointConfig one = config(1, watched).through(hops.routerOfA());
      EndpointConfig two = config(2, watched).through(hops.routerOfB());
      var loop = new RealLoop(Waiting.SPIN, new Awake());
      var left = new Endpoint(a0, loop, one);
      var right = new Endpoint(b0, loop, two);
      byte[] bytes = new byte[BYTES];
      new SplittableRandom(7).nextBytes(bytes);
      MemorySegment source = arena.allocate(BYTES).copyFrom(MemorySegment.ofArray(bytes));
      MemorySegment target = arena.allocate(BYTES);
      Region from = left.register(source, Access.LOCAL);
      Region to = right.register(target, Access.WRITE);
      right.listen(ConnectionHandler.NONE);
      var replaced = new ArrayList<String>();
      Connection connection = left.connect(2, new ConnectionHandler() {
        @Override
        public void schemeReplaced(Connection of, String configured, String instead) {
          replaced.add(instead);
        }
      });
      run(loop, connection.ready());
      connection.ready().join();
      long begin = System.nanoTime();
      CompletableFuture<Void> written = connection.write(from, 0, BYTES, to.key(), to.address());
      run(loop, written);
      written.join();
      double seconds = (System.nanoTime() - begin) / 1e9;
      assertThat(target.mismatch(source)).as("the bytes").isEqualTo(-1);
      return new Outcome(scheme.name(), BYTES * 8 / seconds, watched.queues, watched.counts, replaced,
          left.counters().retransmittedBytes);
    }
  }

  private static void run(RealLoop loop, CompletableFuture<?> until) {
    await(() -> {
      loop.round();
      return until.isDone();
    });
  }

  /**
   * Hosts that are twice as fast as the path: without a control the queue grows to its limit and loses packets, with HPCC it stays short.
   */
  @Test
  void hpccUsesTheKernelsQueue() {
    Outcome hpcc = transfer(Hpcc.DEFAULT);
    Outcome none = transfer(NoControl.DEFAULT);
    for (Outcome outcome : List.of(hpcc, none)) {
      assertThat(outcome.replaced).as("Swift in its place").isEmpty();
      assertThat(outcome.counts).hasSizeGreaterThan(1000).containsOnly(2);
      System.out.printf("%s over Linux routers: %.1f Mb/s, queue p50 %d p95 %d max %d B%n", outcome.name,
          outcome.bitsPerSec / 1e6, outcome.queue(0.5), outcome.queue(0.95), outcome.queue(1));
    }
    assertThat(hpcc.queue(1)).as("it sees a queue").isPositive();
    assertThat(hpcc.queue(0.95)).isLessThan(none.queue(0.95) / 4);
    assertThat(hpcc.sentAgain).isZero();
    assertThat(hpcc.bitsPerSec).as("of what the machine can do beside other work").isGreaterThan(none.bitsPerSec / 10);
  }
}
