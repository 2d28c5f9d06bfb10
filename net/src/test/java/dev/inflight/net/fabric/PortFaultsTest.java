package dev.inflight.net.fabric;

import static dev.inflight.net.TestNet.G;
import static dev.inflight.net.TestNet.MS;
import static dev.inflight.net.TestNet.US;
import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.rival.NoControl;
import dev.inflight.net.TestNet;
import dev.inflight.net.host.Observer;
import dev.inflight.net.link.Flow;
import dev.inflight.net.nic.Nic;
import dev.inflight.net.switching.SwitchPort;
import dev.inflight.net.topology.Dumbbell;
import dev.inflight.net.topology.Star;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Ports that pause their neighbors without end, and hosts that take packets too slowly. Every event is audited. */
class PortFaultsTest {
  private static final int SWITCH = 4;

  private final TestNet net = TestNet.of(new Star(4, 100 * G, US)).scheme(NoControl.DEFAULT);

  private SwitchPort portTo(int host) {
    return TestNet.portTo(net.fabric.switches().getFirst(), host);
  }

  private void storm(int node, int number, long fromPs, long untilPs) {
    net.at(fromPs, () -> net.fabric.portFaults.setStorm(node, number, 3, true, fromPs));
    net.at(untilPs, () -> net.fabric.portFaults.setStorm(node, number, 3, false, untilPs));
  }

  private void receiveAt(long rate, long bufferBytes, long fromPs, long untilPs) {
    net.at(fromPs, () -> net.fabric.portFaults.setReceiveRate(2, 0, rate, bufferBytes, fromPs));
    net.at(untilPs, () -> net.fabric.portFaults.setReceiveRate(2, 0, 0, bufferBytes, untilPs));
  }

  /** 65535 quanta of 512 bits are 335.5392 us at 100 Gb/s. */
  @Test
  void aStormIsAPauseFrameForEachOfTheLongestPauses() {
    net.build();
    storm(2, 0, 10 * US, 1_000 * US);
    net.flow(0, 2, 500_000, 0);
    net.run().assertAllFinished();
    SwitchPort port = portTo(2);
    assertThat(port.pausesReceived()).as("at 10, 346, 681 us").isEqualTo(3);
    assertThat(port.pausedPs(2 * MS)).as("pauses and the resume take the same way").isEqualTo(990 * US);
    assertThat(net.finishedPs(0)).isGreaterThan(1_000 * US);
    assertThat(net.lost()).isZero();
  }

  @Test
  void aStormOfASwitchOverridesItsResumes() {
    net.bufferBytes = 1 << 20;
    net.build();
    storm(SWITCH, 1, 50 * US, 1_000 * US);
    net.flow(0, 2, 2_000_000, 0);
    net.flow(1, 2, 2_000_000, 0); // by which the switch pauses and resumes both
    net.run().assertAllFinished();
    assertThat(net.finishedPs(0)).as("host 1").isLessThan(1_000 * US);
    assertThat(net.finishedPs(1)).as("host 0").isGreaterThan(1_000 * US);
    assertThat(net.lost()).isZero();
  }

  /** A priority that the buffer of a switch still pauses at the end of its storm stays paused until the buffer resumes it. */
  @Test
  void endOfAStormResumesOnlyOtherwiseUnpausedPriorities() {
    net.bufferBytes = 1 << 20;
    net.build();
    storm(2, 0, 10 * US, 1_000 * US);
    storm(SWITCH, 1, 20 * US, 500 * US);
    net.flow(0, 2, 2_000_000, 0);
    net.run(400 * US);
    assertThat(portTo(0).isPausing(3)).isTrue();
    net.run(900 * US);
    assertThat(net.fabric.host(0).nics()[0].pausedPriorities).isEqualTo(1 << 3);
    net.run().assertAllFinished();
    assertThat(net.lost()).isZero();
  }

  @Test
  void stormsSpreadToHostsThatSendElsewhere() {
    var spread = TestNet.of(new Dumbbell(2, 2, 100 * G, 100 * G, US)).scheme(NoControl.DEFAULT);
    spread.bufferBytes = 1 << 20;
    spread.build();
    spread.at(0, () -> spread.fabric.portFaults.setStorm(2, 1, 3, true, 0));
    spread.flow(0, 2, 3_000_000, 0);
    spread.flow(1, 3, 1_000_000, 0);
    spread.run(3 * MS);
    assertThat(spread.finished).as("the victim waits behind what is paused").isEmpty();
    assertThat(spread.pauses).anyMatch(pause -> pause.equals("port 1 of node 1 paused priority 3"));
  }

  @Test
  void aFailedCableOfAStormingHostIsNoFailure() {
    net.build();
    storm(2, 0, 10 * US, 1_000 * US);
    net.at(200 * US, () -> net.fabric.setLink(2, SWITCH, false, 200 * US));
    net.at(250 * US, () -> net.fabric.setLink(2, SWITCH, true, 250 * US));
    net.flow(0, 2, 500_000, 300 * US);
    net.run().assertAllFinished();
  }

  @Test
  void aSlowReceiverPausesItsSwitchAndTakesItsRate() {
    net.build();
    receiveAt(10 * G, 100_000, 0, Long.MAX_VALUE - 1);
    Flow flow = net.flow(0, 2, 1_000_000, 0);
    net.flow(1, 3, 1_000_000, 0);
    net.run(2 * MS);
    assertThat(net.lost()).isZero();
    assertThat(net.finishedPs(0)).as("the other flow").isLessThan(100 * US);
    double wireBytes = flow.sizeBytes() * 1062.0 / 1000;
    assertThat((double) net.finishedPs(1)).isBetween(wireBytes * 800, wireBytes * 800 * 1.01);
    assertThat(portTo(2).pausedPs(2 * MS)).isPositive();
  }

  @Test
  void endOfASlowReceiverDeliversWaitingPacketsAtOnce() {
    net.build();
    receiveAt(G, 100_000, 0, 300 * US);
    net.flow(0, 2, 1_000_000, 0);
    net.run().assertAllFinished();
    assertThat(net.finishedPs(0)).isBetween(300 * US, 400 * US);
    assertThat(net.lost()).isZero();
  }

  @Test
  void aSlowReceiverWithoutPfcDrops() {
    net.pfc = false;
    net.retransmitTimeoutPs = 300 * US;
    net.build();
    receiveAt(10 * G, 20_000, 0, 400 * US);
    net.flow(0, 2, 300_000, 0);
    net.run().assertAllFinished();
    assertThat(net.losses).containsOnlyKeys(Observer.Loss.BUFFER);
    assertThat(net.pauses).isEmpty();
  }

  @Test
  void aSlowReceiverSurvivesAFailureOfItsCable() {
    net.retransmitTimeoutPs = 300 * US;
    net.build();
    receiveAt(10 * G, 50_000, 0, 900 * US);
    net.at(100 * US, () -> net.fabric.setLink(2, SWITCH, false, 100 * US));
    net.at(150 * US, () -> net.fabric.setLink(2, SWITCH, true, 150 * US));
    net.flow(0, 2, 1_000_000, 0);
    net.run().assertAllFinished();
  }

  @Test
  void aNicSendsItsPausesBeforeAcknowledgementsAndInOrder() {
    net.build();
    storm(2, 1, 10 * US, 10 * US + 1);
    net.flow(0, 2, 500_000, 0);
    net.run().assertAllFinished();
    Nic nic = net.fabric.host(2).nics()[0];
    assertThat(nic.waitingPackets()).isEmpty();
    assertThat(net.pauses).isEqualTo(List.of("port 3 of node 4 paused priority 3", "port 3 of node 4 resumed priority 3"));
  }
}
