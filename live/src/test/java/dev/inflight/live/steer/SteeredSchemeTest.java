package dev.inflight.live.steer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.cc.rival.Rccc;
import dev.inflight.cc.rival.Dcqcn;
import dev.inflight.live.os.TcpSocket;
import dev.inflight.telemetry.Hops;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Decisions of a scheme in the kernel, on a connection of this process with itself. */
@EnabledOnOs(OS.LINUX)
class SteeredSchemeTest {
  private static final PathFacts PATH = PathFacts.of(1_000_000_000, 1_000_000_000, 1000);
  private static final int HEADERS = 90;

  private SocketChannel from;
  private SocketChannel to;
  private TcpSocket sender;
  private TcpSocket receiver;

  @BeforeEach
  void connect() throws IOException {
    try (ServerSocketChannel server = ServerSocketChannel.open()) {
      server.bind(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0));
      from = SocketChannel.open(server.getLocalAddress());
      to = server.accept();
    }
    sender = TcpSocket.of(from);
    receiver = TcpSocket.of(to);
  }

  @AfterEach
  void close() throws IOException {
    sender.close();
    receiver.close();
    from.close();
    to.close();
  }

  private long expected(long wireBitsPerSec) {
    double payload = sender.payloadBytes();
    return (long) (wireBitsPerSec / 8.0 * payload / (payload + HEADERS));
  }

  /** Report of one link of 1 Gb/s, n milliseconds after the start. */
  private static Feedback report(int n, long queueBytes) {
    var ack = new Feedback();
    ack.nowPs = n * 1_000_000_000L;
    ack.reported = true;
    ack.reportOrder = n;
    ack.sentOrder = n + 1;
    ack.hops.clear(Long.MAX_VALUE, Long.MAX_VALUE);
    ack.hops.add(ack.nowPs, 0, queueBytes, 1_000_000_000, Hops.link(1, 1));
    ack.hops.utilization(1);
    return ack;
  }

  @Test
  void theKernelHasEachDecision() {
    var steering = new Steering(sender, receiver, HEADERS);
    assertThat(steering.bitsPerSec()).isZero();
    CongestionControl control = new SteeredScheme(Hpcc.DEFAULT, steering).start(PATH);
    assertThat(steering.bitsPerSec()).as("at once").isEqualTo(control.paceBitsPerSec()).isEqualTo(1_000_000_000);
    assertThat(sender.mostPacingBytesPerSec()).isEqualTo(expected(1_000_000_000));
    long slower = 0;
    for (int n = 1; n < 20; n++) {
      long before = control.paceBitsPerSec();
      boolean decided = control.onAck(report(n, 250_000));
      assertThat(sender.mostPacingBytesPerSec()).isEqualTo(expected(control.paceBitsPerSec()));
      assertThat(steering.bitsPerSec()).isEqualTo(control.paceBitsPerSec());
      slower += decided && control.paceBitsPerSec() < before ? 1 : 0;
    }
    assertThat(slower).as("two bandwidth-delay products wait").isGreaterThan(2);
    assertThat(control.paceBitsPerSec()).isLessThan(500_000_000);
    assertThat(steering.changes()).isBetween(3L, 20L);
    assertThat(steering.isOver()).isFalse();
  }

  @Test
  void closedSteeringIsOver() {
    var steering = new Steering(sender, receiver, HEADERS);
    CongestionControl control = new SteeredScheme(Hpcc.DEFAULT, steering).start(PATH);
    sender.close();
    control.onAck(report(1, 250_000));
    assertThat(steering.isOver()).isTrue();
  }

  @Test
  void rejectsSchemesWithCredit() {
    var steering = new Steering(sender, receiver, HEADERS);
    assertThatThrownBy(() -> new SteeredScheme(Rccc.DEFAULT, steering)).isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("credit of receivers");
  }

  @Test
  void timersAndNotificationsDecideToo() {
    var steering = new Steering(sender, null, 0);
    CongestionControl control = new SteeredScheme(Dcqcn.DEFAULT, steering).start(PATH);
    assertThat(control.onCnp(1_000_000)).isTrue();
    long cut = steering.bitsPerSec();
    assertThat(cut).isLessThan(1_000_000_000).isEqualTo(control.paceBitsPerSec());
    assertThat(sender.mostPacingBytesPerSec()).isEqualTo(cut / 8);
    for (int round = 0; round < 20; round++) {
      for (int timer = 0; timer < control.timers(); timer++) {
        if (control.timerPs(timer) != CongestionControl.NEVER) {
          control.onTimer(timer, control.timerPs(timer));
        }
      }
    }
    assertThat(steering.bitsPerSec()).isGreaterThan(cut).isEqualTo(control.paceBitsPerSec());
  }

  @Test
  void forwardsAllOtherCalls() {
    var steered = new SteeredScheme(Dcqcn.DEFAULT, new Steering(sender, null, 0));
    assertThat(steered.name()).isEqualTo("dcqcn");
    assertThat(steered.signals()).isEqualTo(Dcqcn.DEFAULT.signals());
    assertThat(steered.cnpIntervalPs()).isEqualTo(Dcqcn.DEFAULT.cnpIntervalPs()).isPositive();
    assertThat(steered.markingThresholds(100_000_000_000L)).isEqualTo(Dcqcn.DEFAULT.markingThresholds(100_000_000_000L))
        .isNotNull();
    assertThat(steered.pacing()).isEqualTo(Dcqcn.DEFAULT.pacing());
    assertThat(steered.markEcho()).isEqualTo(Dcqcn.DEFAULT.markEcho());
    var hpcc = new SteeredScheme(Hpcc.DEFAULT, new Steering(sender, null, 0));
    assertThat(hpcc.takesBottleneckOnly()).isTrue();
    assertThat(hpcc.takesQuiet()).isTrue();
    assertThatThrownBy(() -> new Steering(sender, null, -1)).hasMessage("headers of -1 bytes");
  }

  @Test
  void closedSocketEndsOnlyTheSteering() throws IOException {
    var steering = new Steering(sender, null, 0);
    CongestionControl control = new SteeredScheme(Hpcc.DEFAULT, steering).start(PATH);
    from.close();
    for (int n = 1; n < 20; n++) {
      control.onAck(report(n, 250_000));
    }
    assertThat(steering.isOver()).isTrue();
    assertThat(control.paceBitsPerSec()).as("probes go on").isLessThan(500_000_000);
  }

  @Test
  void theKernelDecidesAloneWhenReleased() {
    var steering = new Steering(sender, receiver, HEADERS);
    CongestionControl control = new SteeredScheme(Hpcc.DEFAULT, steering).start(PATH);
    long bound = sender.mostPacingBytesPerSec();
    assertThat(bound).isEqualTo(expected(1_000_000_000));
    steering.release();
    assertThat(sender.mostPacingBytesPerSec()).isEqualTo(TcpSocket.UNBOUNDED);
    assertThat(steering.bitsPerSec()).isZero();
    assertThat(steering.isOver()).isFalse();
    steering.apply(control);
    assertThat(sender.mostPacingBytesPerSec()).as("decided anew").isEqualTo(bound);
  }
}
