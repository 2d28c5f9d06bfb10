package dev.inflight.live.steer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.inflight.cc.Scheme;
import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.live.Connection;
import dev.inflight.live.ConnectionHandler;
import dev.inflight.live.Endpoint;
import dev.inflight.live.EndpointConfig;
import dev.inflight.live.KernelHops;
import dev.inflight.live.device.FrameMemory;
import dev.inflight.live.device.ring.RingDevice;
import dev.inflight.live.loop.RealLoop;
import dev.inflight.live.loop.Waiting;
import dev.inflight.live.os.PollSleeper;
import dev.inflight.live.os.TcpSocket;
import dev.inflight.net.event.Event;
import dev.inflight.net.recovery.Selective;
import dev.inflight.telemetry.format.ioam.IoamLinux;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * TCP connection of the kernel and HPCC++'s probes on the same path through two Linux routers: the probes' reports of the queue steer the
 * connection.
 */
@Tag("live")
class SteeredByProbesTest {
  private static final long MS = 1_000_000_000;
  private static final long LINE_RATE = 100_000_000;
  private static final long RTT_PS = 2 * MS;
  private static final long PROBE_EVERY_PS = MS;
  private static final long PATIENT_PS = 1000 * MS;
  private static final IoamLinux LINUX = new IoamLinux(KernelHops.NAMESPACE, 4);

  private static EndpointConfig config(int host, Scheme scheme) {
    return EndpointConfig.of(host).ipv6(KernelHops.PREFIX).telemetry(LINUX).scheme(scheme).path(LINE_RATE, RTT_PS)
        .recovery(new Selective(0, PATIENT_PS, 8), PATIENT_PS);
  }

  /** Sends a probe at times, and records the decision and its effect. */
  private static final class Probing extends Event {
    private final RealLoop loop;
    private final Connection connection;
    private final KernelFlow flow;
    private final Steering steering;
    private CompletableFuture<Void> probe = CompletableFuture.completedFuture(null);
    private long sincePs;
    private long sinceBytes;
    private long lastPs;
    private double decidedBits;

    Probing(RealLoop loop, Connection connection, KernelFlow flow, Steering steering) {
      this.loop = loop;
      this.connection = connection;
      this.flow = flow;
      this.steering = steering;
      begin();
      loop.schedule(this, loop.nowPs());
    }

    void begin() {
      sincePs = loop.nowPs();
      lastPs = sincePs;
      sinceBytes = flow.sender.ackedBytes();
      decidedBits = 0;
    }

    @Override
    public void fire() {
      long nowPs = loop.nowPs();
      decidedBits += steering.bitsPerSec() * ((nowPs - lastPs) / 1e12);
      lastPs = nowPs;
      if (probe.isDone()) {
        probe = connection.send(new byte[] {1});
      }
      loop.schedule(this, nowPs + PROBE_EVERY_PS);
    }

    double decidedBitsPerSec() {
      return decidedBits / ((lastPs - sincePs) / 1e12);
    }

    double wireBitsPerSec() {
      double payloadBits = (flow.sender.ackedBytes() - sinceBytes) * 8 / ((loop.nowPs() - sincePs) / 1e12);
      return payloadBits * 1e9 / (8.0 * steering.payloadBytesPerSec(1_000_000_000));
    }
  }

  /** The link is 40 Mb/s, then 10 Mb/s. */
  @Test
  void theConnectionFollowsTheLink() {
    try (var hops = new KernelHops(40_000, 400_000);
        FrameMemory memoryOfA = new FrameMemory(4096, 2048);
        FrameMemory memoryOfB = new FrameMemory(4096, 2048);
        RingDevice a0 = RingDevice.open(hops.a, "a0", memoryOfA);
        RingDevice b0 = RingDevice.open(hops.b, "b0", memoryOfB);
        var sleeper = new PollSleeper()) {
      hops.addKernelAddresses();
      try (var flow = new KernelFlow(hops.a, hops.b, KernelHops.KERNEL_B)) {
        KernelFlow.sleep(1_000_000_000);
        long unsteered = hops.backlogBytes();
        var steering = new Steering(flow.sender, null, Steering.IPV6_HEADER_BYTES);
        var loop = new RealLoop(Waiting.SPIN, sleeper);
        var hpcc = Hpcc.DEFAULT;
        var left = new Endpoint(a0, loop, config(1, new SteeredScheme(hpcc, steering)).through(hops.routerOfA()));
        var right = new Endpoint(b0, loop, config(2, hpcc).through(hops.routerOfB()));
        right.listen(ConnectionHandler.NONE);
        List<String> replaced = new ArrayList<>();
        Connection connection = left.connect(2, new ConnectionHandler() {
          @Override
          public void schemeReplaced(Connection of, String configured, String instead) {
            replaced.add(instead);
          }

          @Override
          public void closed(Connection of) {
            steering.release();
          }
        });
        loop.run(loop.nowPs() + 1000 * MS);
        assertThat(connection.ready()).isCompleted();
        var probing = new Probing(loop, connection, flow, steering);
        double[] rates = new double[2];
        for (int phase = 0; phase < 2; phase++) {
          if (phase == 1) {
            hops.slowKbps(10_000);
          }
          loop.run(loop.nowPs() + 2000 * MS);
          probing.begin();
          long most = 0;
          for (int part = 0; part < 10; part++) {
            loop.run(loop.nowPs() + 300 * MS);
            most = Math.max(most, hops.backlogBytes());
          }
          rates[phase] = probing.wireBitsPerSec();
          System.out.printf("decided %.2f Mb/s, on the wire %.2f Mb/s, %d decisions, queue before %d, now up to %d B%n",
              probing.decidedBitsPerSec() / 1e6, rates[phase] / 1e6, steering.changes(), unsteered, most);
          // The kernel slows down at once, and speeds up with its next acknowledgement: it is slightly slower than the mean of the
          // decisions.
          assertThat(rates[phase]).isCloseTo(probing.decidedBitsPerSec(), withPercentage(30));
        }
        assertThat(replaced).isEmpty();
        assertThat(rates[1]).isLessThan(rates[0] / 2);
        connection.close();
        loop.run(loop.nowPs() + 200 * MS);
        assertThat(connection.gone()).isCompleted();
        assertThat(flow.sender.mostPacingBytesPerSec()).isEqualTo(TcpSocket.UNBOUNDED);
      }
    }
  }
}
