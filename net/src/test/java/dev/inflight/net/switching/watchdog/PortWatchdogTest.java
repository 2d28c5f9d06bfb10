package dev.inflight.net.switching.watchdog;

import static dev.inflight.net.TestNet.G;
import static dev.inflight.net.TestNet.US;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.cc.rival.NoControl;
import dev.inflight.net.TestNet;
import dev.inflight.net.host.Observer;
import dev.inflight.net.link.Packet;
import dev.inflight.net.switching.SwitchPort;
import dev.inflight.net.switching.watchdog.PfcWatchdog.Action;
import dev.inflight.net.topology.Star;
import org.junit.jupiter.api.Test;

/** Host 2 pauses the switch without end, from 10 us to 1 ms, while host 0 sends to it and to host 1. Every event is audited. */
class PortWatchdogTest {
  private static final int SWITCH = 4;
  private static final long DETECT_PS = 100 * US;
  private static final long RESTORE_PS = 50 * US;
  private static final long POLL_PS = 20 * US;
  private static final long END_PS = 1_000 * US;

  private final TestNet net = TestNet.of(new Star(4, 100 * G, US)).scheme(NoControl.DEFAULT);

  private SwitchPort build(Action action) {
    net.watchdog = new PfcWatchdog(DETECT_PS, RESTORE_PS, POLL_PS, action);
    return build();
  }

  private SwitchPort build() {
    net.bufferBytes = 1 << 20;
    net.retransmitTimeoutPs = 200 * US;
    net.build();
    net.flow(0, 2, 1_000_000, 0);
    net.flow(0, 1, 1_000_000, 0);
    SwitchPort port = TestNet.portTo(net.fabric.switches().getFirst(), 2);
    pause(port, 10 * US);
    resume(port, END_PS);
    return port;
  }

  private void pause(SwitchPort port, long atPs) {
    frame(port, Packet.Kind.PAUSE, atPs);
  }

  private void resume(SwitchPort port, long atPs) {
    frame(port, Packet.Kind.RESUME, atPs);
  }

  private void frame(SwitchPort port, Packet.Kind kind, long atPs) {
    net.at(atPs, () -> {
      var frame = new Packet(0);
      frame.becomePauseFrame(kind, 3, 64, atPs);
      port.takePauseFrame(frame, Observer.NONE);
    });
  }

  private boolean isFinishedAt(int source, int destination, long atPs) {
    for (int at = 0; at < net.finished.size(); at++) {
      var flow = net.finished.get(at).flow();
      if (flow.source() == source && flow.destination() == destination) {
        return net.finishedPs(at) < atPs;
      }
    }
    return false;
  }

  @Test
  void withoutItTheVictimWaitsUntilTheStormEnds() {
    build();
    net.run().assertAllFinished();
    assertThat(isFinishedAt(0, 1, END_PS)).isFalse();
    assertThat(net.lost()).isZero();
  }

  @Test
  void dropLosesTheQueueAndLetsTheVictimGo() {
    SwitchPort port = build(Action.DROP);
    net.run(119 * US);
    assertThat(port.storms()).as("paused since 10 us; looks at 100 and 120 us").isZero();
    assertThat(port.waitingBytes()).isPositive();
    net.run(120 * US);
    assertThat(port.storms()).isEqualTo(1);
    assertThat(port.waitingBytes()).isZero();
    net.run().assertAllFinished();
    assertThat(isFinishedAt(0, 1, END_PS)).isTrue();
    assertThat(isFinishedAt(0, 2, END_PS)).isFalse();
    assertThat(net.losses).containsOnlyKeys(Observer.Loss.WATCHDOG);
    assertThat(port.watchdogDrops()).isEqualTo(net.lost());
    assertThat(port.storms()).isEqualTo(1);
  }

  @Test
  void dropsUntilThePauseHasBeenAbsentForTheTimeOfRestoration() {
    SwitchPort port = build(Action.DROP);
    net.flow(1, 2, 10_000, END_PS + 20 * US); // inside that time
    net.flow(3, 2, 10_000, END_PS + 70 * US); // behind it
    net.run().assertAllFinished();
    assertThat(isFinishedAt(3, 2, END_PS + 90 * US)).isTrue();
    assertThat(isFinishedAt(1, 2, END_PS + 150 * US)).as("waits for its timeout").isFalse();
    assertThat(port.storms()).isEqualTo(1);
  }

  @Test
  void dropAlsoLosesPacketsFromThePeer() {
    build(Action.DROP);
    net.flow(2, 3, 10_000, 300 * US);
    net.flow(2, 3, 10_000, END_PS + 100 * US);
    net.run().assertAllFinished();
    assertThat(isFinishedAt(2, 3, END_PS)).as("its data do not enter the switch").isFalse();
  }

  @Test
  void forwardIgnoresThePause() {
    SwitchPort port = build(Action.FORWARD);
    net.run().assertAllFinished();
    assertThat(isFinishedAt(0, 2, END_PS)).isTrue();
    assertThat(isFinishedAt(0, 1, END_PS)).isTrue();
    assertThat(net.lost()).isZero();
    assertThat(port.storms()).isEqualTo(1);
    assertThat(port.pausedPs(END_PS)).as("from 10 us to 120 us").isEqualTo(110 * US);
  }

  @Test
  void forwardObeysPausesAgainWhenItIsOver() {
    SwitchPort port = build(Action.FORWARD);
    pause(port, END_PS + 100 * US);
    resume(port, END_PS + 110 * US);
    net.run().assertAllFinished();
    assertThat(port.pausedPs(2 * END_PS)).isEqualTo(120 * US);
  }

  @Test
  void alertOnlyCounts() {
    SwitchPort port = build(Action.ALERT);
    net.run().assertAllFinished();
    assertThat(isFinishedAt(0, 1, END_PS)).isFalse();
    assertThat(net.lost()).isZero();
    assertThat(port.storms()).isEqualTo(1);
  }

  @Test
  void anEmptyQueueIsInNoStorm() {
    net.watchdog = new PfcWatchdog(DETECT_PS, RESTORE_PS, POLL_PS, Action.DROP);
    net.build();
    SwitchPort port = TestNet.portTo(net.fabric.switches().getFirst(), 3);
    pause(port, 0);
    net.flow(0, 3, 1_000, 300 * US);
    resume(port, 370 * US);
    net.run().assertAllFinished();
    assertThat(port.storms()).isZero();
  }

  @Test
  void shortPausesAreNoStorm() {
    SwitchPort port = build(Action.DROP);
    for (int at = 1; at < 12; at++) {
      resume(port, at * 80 * US);
      pause(port, (at * 80 + 2) * US);
    }
    net.run().assertAllFinished();
    assertThat(port.storms()).isZero();
    assertThat(net.lost()).isZero();
  }

  @Test
  void aFailedCableEndsTheStorm() {
    SwitchPort port = build(Action.DROP);
    net.at(500 * US, () -> net.fabric.setLink(2, SWITCH, false, 500 * US));
    net.at(600 * US, () -> net.fabric.setLink(2, SWITCH, true, 600 * US));
    net.run(400 * US);
    assertThat(port.pausedPriorities).isNotZero();
    net.run().assertAllFinished();
    assertThat(isFinishedAt(0, 2, END_PS)).isTrue();
  }

  @Test
  void timesHaveRanges() {
    assertThatThrownBy(() -> new PfcWatchdog(0, 1, 1, Action.DROP)).hasMessageContaining("detect 0");
    assertThatThrownBy(() -> new PfcWatchdog(5, 0, 1, Action.DROP)).hasMessageContaining("restore 0");
    assertThatThrownBy(() -> new PfcWatchdog(5, 5, 6, Action.DROP)).hasMessageContaining("longer than detect");
    assertThat(PfcWatchdog.DEFAULT.detectPs()).isEqualTo(200_000_000_000L);
  }
}
