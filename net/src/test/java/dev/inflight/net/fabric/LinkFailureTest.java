package dev.inflight.net.fabric;

import static dev.inflight.net.TestNet.G;
import static dev.inflight.net.TestNet.MS;
import static dev.inflight.net.TestNet.US;
import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.rival.NoControl;
import dev.inflight.net.TestNet;
import dev.inflight.net.host.Observer;
import dev.inflight.net.switching.SwitchPort;
import dev.inflight.net.topology.Dumbbell;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.net.topology.Pod;
import dev.inflight.net.topology.Star;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LinkFailureTest {
  private static final LeafSpine FABRIC = new LeafSpine(2, 2, 4, 100 * G, 100 * G, US, 1); // leaves 8, 9; spines 10, 11

  @ParameterizedTest
  @ValueSource(longs = {1, 3, 7, 12, 20})
  void flowsFindAnotherWay(long failAtUs) {
    var net = TestNet.of(FABRIC).build();
    for (int host = 0; host < 4; host++) {
      net.flow(host, 4 + host, 200_000, 0);
    }
    net.at(failAtUs * US, () -> net.fabric.setLink(8, 10, false, failAtUs * US));
    net.run().assertAllFinished();
    for (SwitchPort port : net.fabric.switches().get(2).ports()) {
      assertThat(port.waitingBytes()).isZero();
    }
  }

  @Test
  void losesPacketsInQueuesOfBothEndsAndOnTheCable() {
    var net = TestNet.of(FABRIC).scheme(NoControl.DEFAULT).build();
    for (int host = 0; host < 4; host++) {
      net.flow(host, 4 + host, 200_000, 0);
    }
    net.at(10 * US, () -> {
      long queued = TestNet.portTo(net.fabric.switches().getFirst(), 10).waitingBytes()
          + TestNet.portTo(net.fabric.switches().getFirst(), 11).waitingBytes();
      assertThat(queued).isPositive();
      net.fabric.setLink(8, 10, false, 10 * US);
      net.fabric.setLink(8, 11, false, 10 * US);
      assertThat(TestNet.portTo(net.fabric.switches().getFirst(), 10).waitingBytes()).isZero();
    });
    net.at(100 * US, () -> {
      net.fabric.setLink(8, 10, true, 100 * US);
      net.fabric.setLink(8, 11, true, 100 * US);
    });
    net.run().assertAllFinished();
    assertThat(net.losses).containsKey(Observer.Loss.LINK_DOWN);
  }

  @Test
  void aFlowWithoutAWayWaitsForOne() {
    var net = TestNet.of(new Star(2, 100 * G, US)).build();
    net.flow(0, 1, 100_000, 0);
    net.at(5 * US, () -> net.fabric.setLink(0, 2, false, 5 * US));
    net.at(6 * US, () -> assertThat(net.fabric.host(0).unroutable()).hasSize(1));
    net.at(30 * MS, () -> net.fabric.setLink(0, 2, true, 30 * MS));
    net.run().assertAllFinished();
  }

  @Test
  void aFlowThatStartsWithoutAWayWaitsForOne() {
    var net = TestNet.of(new Star(2, 100 * G, US)).build();
    net.at(0, () -> net.fabric.setLink(1, 2, false, 0));
    net.flow(0, 1, 100_000, US);
    net.at(3 * MS, () -> net.fabric.setLink(1, 2, true, 3 * MS));
    net.run().assertAllFinished();
  }

  @Test
  void aServerWithTwoNicsUsesTheOther() {
    var net = TestNet.of(Pod.DEFAULT).build();
    int[] hosts = net.topology.hosts();
    int tor = net.fabric.ports(hosts[0]).getFirst().peer().node();
    for (int i = 1; i < 8; i++) {
      net.flow(hosts[0], hosts[31 - i], 100_000, 0);
    }
    net.at(20 * US, () -> net.fabric.setLink(hosts[0], tor, false, 20 * US));
    net.at(21 * US, () -> assertThat(net.fabric.host(hosts[0]).nics()[1].senders()).isNotEmpty());
    net.run().assertAllFinished();
    assertThat(net.fabric.host(hosts[0]).unroutable()).isEmpty();
  }

  @Test
  void noPauseOutlivesTheCable() {
    var net = TestNet.of(new Dumbbell(2, 3, 100 * G, 100 * G, US)).scheme(NoControl.DEFAULT); // switches 5 and 6
    net.bufferBytes = 600_000;
    net.build();
    net.flow(0, 2, 1_000_000, 0);
    net.flow(1, 2, 1_000_000, 0);
    net.flow(3, 2, 1_000_000, 0);
    long[] failedAt = {0};
    for (long us = 20; us < 200; us += 5) {
      long atPs = us * US;
      net.at(atPs, () -> {
        SwitchPort across = TestNet.portTo(net.fabric.switches().getFirst(), 6);
        if (failedAt[0] == 0 && across.pausedPriorities != 0) {
          failedAt[0] = atPs;
          net.fabric.setLink(5, 6, false, atPs);
          assertThat(across.pausedPriorities).isZero();
        }
      });
    }
    net.at(MS, () -> net.fabric.setLink(5, 6, true, MS));
    net.run().assertAllFinished();
    assertThat(failedAt[0]).as("the cable failed while it was paused").isPositive();
  }

  @Test
  void flapShorterThanTheCableLosesPacketsOnIt() {
    var net = TestNet.of(new Star(2, 100 * G, 100 * US)).scheme(NoControl.DEFAULT).build();
    net.flow(0, 1, 10_000, 0);
    net.at(50 * US, () -> net.fabric.setLink(0, 2, false, 50 * US));
    net.at(51 * US, () -> net.fabric.setLink(0, 2, true, 51 * US));
    net.run().assertAllFinished();
    assertThat(net.losses.get(Observer.Loss.LINK_DOWN)).isEqualTo(10);
  }

  @Test
  void aFrameThatTheFailureCutsInTwoIsLost() {
    var net = TestNet.of(new Star(2, G, US)).scheme(NoControl.DEFAULT).build(); // a frame takes 8.8 us
    net.flow(0, 1, 1000, 0);
    net.at(US, () -> net.fabric.setLink(0, 2, false, US));
    net.at(2 * US, () -> net.fabric.setLink(0, 2, true, 2 * US));
    net.run().assertAllFinished();
    assertThat(net.losses).containsEntry(Observer.Loss.LINK_DOWN, 1);
  }
}
