package dev.inflight.live.steer;

import static dev.inflight.live.TestNamespaces.ip;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.live.TestNamespaces;
import dev.inflight.live.os.TcpSocket;
import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** TCP connection of the kernel over a cable of 100 Mb/s, at the rate of a control. */
@Tag("live")
class SteeringTest {
  private static final long MS = 1_000_000;
  private static final int LARGEST_WINDOW_UNIT = 4096;
  private static final long SETTLED_NANOS = 500 * MS;
  private static final long MEASURED_NANOS = 1500 * MS;

  /** Control with decisions that a test sets. */
  private static final class Decided implements CongestionControl {
    private long bitsPerSec;
    private long window = NO_WINDOW;

    @Override
    public boolean onAck(Feedback ack) {
      return false;
    }

    @Override
    public long windowBytes() {
      return window;
    }

    @Override
    public long paceBitsPerSec() {
      return bitsPerSec;
    }
  }

  private final Decided decided = new Decided();

  private static KernelFlow flow(TestNamespaces all) {
    String a = all.namespace("a");
    String b = all.namespace("b");
    all.cable(a, "a0", b, "b0", 1500);
    ip("-n", a, "addr", "add", "10.88.9.1/24", "dev", "a0");
    ip("-n", b, "addr", "add", "10.88.9.2/24", "dev", "b0");
    ip("netns", "exec", a, "tc", "qdisc", "add", "dev", "a0", "root", "tbf", "rate", "100mbit", "burst", "64kb", "limit",
        "500kb");
    return new KernelFlow(a, b, "10.88.9.2");
  }

  private double wireBitsPerSec(KernelFlow flow, Steering steering, long nanos) {
    double payload = flow.ackedBitsPerSec(nanos);
    return payload * 1e9 / (8.0 * steering.payloadBytesPerSec(1_000_000_000));
  }

  @Test
  void rateFollowsTheControl() {
    try (var all = new TestNamespaces(); KernelFlow flow = flow(all)) {
      var steering = new Steering(flow.sender, null, Steering.IPV4_HEADER_BYTES);
      KernelFlow.sleep(SETTLED_NANOS);
      double free = wireBitsPerSec(flow, steering, SETTLED_NANOS);
      for (long rate : new long[] {10_000_000, 30_000_000, 5_000_000, 20_000_000}) {
        decided.bitsPerSec = rate;
        steering.apply(decided);
        steering.apply(decided);
        KernelFlow.sleep(SETTLED_NANOS);
        double measured = wireBitsPerSec(flow, steering, MEASURED_NANOS);
        System.out.printf("decided %.1f Mb/s, on the wire %.2f Mb/s%n", rate / 1e6, measured / 1e6);
        assertThat(measured).as("of %d", rate).isCloseTo(rate, withPercentage(10));
        assertThat(steering.bitsPerSec()).isEqualTo(rate);
        assertThat(flow.sender.mostPacingBytesPerSec()).isEqualTo(steering.payloadBytesPerSec(rate));
        assertThat(flow.sender.pacingBytesPerSec()).isEqualTo(steering.payloadBytesPerSec(rate));
      }
      assertThat(steering.changes()).isEqualTo(4);
      assertThat(free).as("before, faster than any of these").isGreaterThan(35_000_000);
      decided.bitsPerSec = 1_000_000_000; // more than available
      steering.apply(decided);
      KernelFlow.sleep(SETTLED_NANOS);
      assertThat(wireBitsPerSec(flow, steering, SETTLED_NANOS)).isBetween(35_000_000.0, 105_000_000.0);
    }
  }

  /** The receiver's window follows the control's, rounded up to units of its window scale. */
  @Test
  void windowBoundsTheReceiversGrant() {
    try (var all = new TestNamespaces(); KernelFlow flow = flow(all)) {
      var steering = new Steering(flow.sender, flow.receiver, Steering.IPV4_HEADER_BYTES);
      decided.bitsPerSec = 1_000_000_000;
      steering.apply(decided);
      KernelFlow.sleep(SETTLED_NANOS);
      assertThat(flow.sender.sendWindowBytes()).as("unbounded").isGreaterThan(60_000);
      for (int window : new int[] {40_000, 20_000}) {
        decided.window = window;
        steering.apply(decided);
        KernelFlow.sleep(SETTLED_NANOS);
        assertThat(flow.sender.sendWindowBytes()).isBetween(window * 3 / 4, window + LARGEST_WINDOW_UNIT);
        assertThat(flow.sender.rttPs()).as("queue at 100 Mb/s: %d bytes", window).isLessThan(window * 2L * 80_000);
      }
    }
  }

  @Test
  void closedSocketEndsTheSteering() throws IOException {
    try (var all = new TestNamespaces()) {
      KernelFlow flow = flow(all);
      var socket = new TcpSocket(flow.sender.fd());
      var steering = new Steering(socket, null, 0);
      decided.bitsPerSec = 1_000_000;
      steering.apply(decided);
      flow.close();
      decided.bitsPerSec = 2_000_000;
      steering.apply(decided);
      assertThat(steering.isOver()).isTrue();
      socket.close();
      assertThatThrownBy(socket::ackedBytes).isInstanceOf(IllegalStateException.class);
    }
  }
}
