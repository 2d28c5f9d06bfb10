package dev.inflight.net.switching;

import static dev.inflight.net.TestNet.G;
import static dev.inflight.net.TestNet.MS;
import static dev.inflight.net.TestNet.US;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.cc.rival.NoControl;
import dev.inflight.net.TestNet;
import dev.inflight.net.fabric.IdealFct;
import dev.inflight.net.host.Observer;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.net.nic.Nic;
import dev.inflight.net.topology.Dumbbell;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.net.topology.Star;
import java.util.stream.IntStream;
import dev.inflight.net.paths.OnePath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PauseTest {
  @Test
  void withPfcAnIncastWithoutCongestionControlLosesNothing() {
    var net = TestNet.of(new Star(9, 100 * G, US)).scheme(NoControl.DEFAULT);
    net.bufferBytes = 1 << 20;
    net.build();
    for (int host = 0; host < 8; host++) {
      net.flow(host, 8, 500_000, 0);
    }
    net.run().assertAllFinished();
    assertThat(net.lost()).isZero();
    assertThat(net.pauses).contains("port 1 of node 0 paused priority 3", "port 1 of node 0 resumed priority 3");
    assertThat(net.fabric.switches().getFirst().pausesSent()).isPositive();
    assertThat(net.fabric.host(0).nics()[0].pausedPs(10 * MS)).isPositive();
    assertThat(net.fabric.host(0).nics()[0].pausedPriorities).isZero();
  }

  @Test
  void withoutPfcTheSameIncastDropsAndRecovers() {
    var net = TestNet.of(new Star(9, 100 * G, US)).scheme(NoControl.DEFAULT);
    net.bufferBytes = 200_000;
    net.pfc = false;
    net.retransmitTimeoutPs = 300 * US;
    net.build();
    for (int host = 0; host < 8; host++) {
      net.flow(host, 8, 100_000, 0);
    }
    net.run().assertAllFinished();
    assertThat(net.losses).containsOnlyKeys(Observer.Loss.BUFFER);
    assertThat(net.pauses).isEmpty();
  }

  @Test
  void pausesSpreadUpstreamAndLetOtherPrioritiesThrough() {
    var net = TestNet.of(new Dumbbell(4, 4, 100 * G, 100 * G, US)).scheme(NoControl.DEFAULT);
    net.bufferBytes = 1 << 20;
    net.build();
    for (int host = 0; host < 4; host++) {
      net.flow(host, 4, 400_000, 0);
    }
    net.flow(5, 4, 2_000_000, 0);
    net.flow(6, 4, 2_000_000, 0);
    net.run().assertAllFinished();
    assertThat(net.lost()).isZero();
    assertThat(net.pauses).anyMatch(pause -> pause.contains("of node 8 paused"))
        .anyMatch(pause -> pause.contains("of node 0 paused"));
  }

  /** For any number of lossless priorities, their reserved parts fit the memory, and nothing is dropped. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7})
  void aSwitchHoldsAtMostItsMemory(int priorities) {
    var net = TestNet.of(new Star(9, 100 * G, US)).scheme(NoControl.DEFAULT);
    net.priorities(IntStream.rangeClosed(1, priorities).toArray());
    net.bufferBytes = 9 * priorities * TestLimits.portBytes(100 * G, US, Framing.ROCEV2) + 400_000;
    net.build();
    for (int host = 0; host < 8; host++) {
      for (int priority = 1; priority <= priorities; priority++) {
        net.flow(new Flow(net.flows(), host, 8, 10_000 + priority, 4791, priority, 1_400_000 / priorities, 0));
      }
    }
    net.run().assertAllFinished();
    assertThat(net.lost()).isZero();
    assertThat(net.pauses).isNotEmpty();
    Switch hub = net.fabric.switches().getFirst();
    assertThat(hub.peakHeldBytes()).isBetween(net.bufferBytes / 10, net.bufferBytes);
  }

  @Test
  void aFlowOfAPriorityWithoutMemoryIsRefused() {
    var net = TestNet.of(new Star(3, 100 * G, US)).build();
    net.flow(new Flow(0, 0, 2, 10_000, 4791, 5, 1000, 0));
    assertThatThrownBy(net::run).isInstanceOf(IllegalArgumentException.class)
        .hasMessage("flow 0 is of priority 5, and switches set memory aside for the priorities [3] only");
  }

  /** Memory for the parts of one priority is not sufficient for those of two: both could fill theirs. */
  @Test
  void memoryForFewerPrioritiesThanAreInUseIsRefused() {
    var net = TestNet.of(new Star(3, 100 * G, US)).priorities(3, 4);
    net.bufferBytes = 3 * TestLimits.portBytes(100 * G, US, Framing.ROCEV2) + 60_000;
    assertThatThrownBy(net::build).isInstanceOf(IllegalArgumentException.class)
        .hasMessage("switch 3 has 230232 bytes of memory, and sets aside 340464 for its ports: nothing is left to share");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000})
  void headroomSufficesAtAnyDistance(long delayNs) {
    var net = TestNet.of(new Star(5, 100 * G, delayNs * 1000)).scheme(NoControl.DEFAULT);
    net.audited = false;
    net.bufferBytes = 5 * TestLimits.portBytes(100 * G, delayNs * 1000, Framing.ROCEV2) + 60_000;
    net.build();
    for (int host = 0; host < 4; host++) {
      net.flow(host, 4, 1_000_000, 0);
    }
    net.run().assertAllFinished();
    assertThat(net.lost()).isZero();
    assertThat(net.pauses).isNotEmpty();
  }

  @Test
  void eventsUpToFiftyMicrosecondsLateLoseNothingAndNoByte() {
    var net = TestNet.of(new Star(9, 10 * G, 100 * US)).scheme(NoControl.DEFAULT);
    net.latenessPs = 50 * US;
    net.retransmitTimeoutPs = 50 * MS;
    net.bufferBytes = 5 << 20;
    net.build();
    for (int host = 0; host < 8; host++) {
      net.flow(host, 8, 1_000_000, 0);
    }
    net.run().assertAllFinished();
    assertThat(net.losses).isEmpty();
    assertThat(net.pauses).isNotEmpty();
  }

  @Test
  void lateEventsDoNotMakeALinkSlow() {
    var late = TestNet.of(new Star(2, 100 * G, US)).scheme(NoControl.DEFAULT);
    late.latenessPs = 50 * US;
    late.build();
    Flow flow = late.flow(0, 1, 10_000_000, 0);
    late.run().assertAllFinished();
    long onTime = new IdealFct(late.fabric, Framing.ROCEV2, 1000, true, OnePath.DEFAULT, false).writePs(flow, 10_000_000);
    assertThat(late.finishedPs(0)).isBetween(onTime, onTime + 50 * US);
  }

  @Test
  void hpccSurvivesLateEvents() {
    var net = TestNet.of(new LeafSpine(2, 2, 4, 100 * G, 100 * G, US, 1));
    net.latenessPs = 50 * US;
    net.build();
    for (int host = 0; host < 8; host++) {
      net.flow(host, (host + 5) % 8, 300_000, host * US);
    }
    net.run().assertAllFinished();
    assertThat(net.lost()).isZero();
  }

  @Test
  void acknowledgementsOfAPausedPriorityHoldNoOthersUp() {
    var net = TestNet.of(new Star(3, 100 * G, US)).scheme(NoControl.DEFAULT).priorities(3, 4).build();
    net.flow(new Flow(0, 0, 2, 10_000, 4791, 3, 50_000, 0));
    net.flow(new Flow(1, 1, 2, 10_000, 4791, 4, 50_000, 0));
    Nic receiver = net.fabric.host(2).nics()[0];
    net.at(US, () -> pause(receiver, Packet.Kind.PAUSE, US));
    net.run(3 * MS);
    assertThat(net.finished).extracting(sender -> sender.flow().priority()).containsExactly((byte) 4);
    assertThat(receiver.waitingPackets()).isNotEmpty().allMatch(ack -> ack.priority == 3);
    net.at(3 * MS + US, () -> pause(receiver, Packet.Kind.RESUME, 3 * MS + US));
    net.run().assertAllFinished();
  }

  private static void pause(Nic nic, Packet.Kind kind, long nowPs) {
    var frame = new Packet(0);
    frame.becomePauseFrame(kind, 3, 64, nowPs);
    nic.takePauseFrame(frame, Observer.NONE);
  }

  @Test
  void refusesMemoryWithoutASharedPart() {
    var net = TestNet.of(new Star(3, 100 * G, US)).scheme(NoControl.DEFAULT).priorities(3, 4);
    net.bufferBytes = 3 * 2 * TestLimits.portBytes(100 * G, US, Framing.ROCEV2);
    assertThatThrownBy(net::build).isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith("sets aside " + net.bufferBytes + " for its ports: nothing is left to share");
    net.bufferBytes += 1;
    net.build().flow(0, 2, 20_000, 0);
    net.run().assertAllFinished();
    assertThat(net.lost()).isZero();
  }
}
