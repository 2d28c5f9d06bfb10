package dev.inflight.net.balance.adaptive;

import dev.inflight.net.balance.Balancer;
import static dev.inflight.net.balance.adaptive.QueuedPorts.US;
import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;
import dev.inflight.net.topology.Topology;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DrillTest {
  private static final int LEAF = 8;
  private static final int SPINE = 10;

  private final QueuedPorts net = QueuedPorts.leafSpine(4);

  private Balancer drill(int choices, int memory) {
    return new Drill(choices, memory).balancers(net.routes, 7).of(LEAF);
  }

  private Port next(Balancer balancer) {
    Packet packet = QueuedPorts.data(QueuedPorts.flow(1, 0, 5), 50 * US);
    packet.hop = 0;
    Port chosen = balancer.next(packet, net.between(LEAF, 0));
    assertThat(packet.hop).isEqualTo((short) 1);
    return chosen;
  }

  private void queues(long... bytes) {
    for (int spine = 0; spine < bytes.length; spine++) {
      net.between(LEAF, SPINE + spine).waiting = bytes[spine];
    }
  }

  @Test
  void takesTheShortestOfAllQueues() {
    Balancer drill = drill(4, 0);
    for (int shortest = 0; shortest < 4; shortest++) {
      queues(5000, 6000, 7000, 8000);
      net.between(LEAF, SPINE + shortest).waiting = 4000;
      assertThat(next(drill)).isSameAs(net.between(LEAF, SPINE + shortest));
    }
  }

  @Test
  void aFrameThatIsBeingSentCountsToo() {
    queues(1000, 1000, 1000, 1000);
    for (int spine = 0; spine < 4; spine++) {
      net.between(LEAF, SPINE + spine).busyUntilPs = spine == 2 ? 49 * US : 51 * US;
    }
    assertThat(next(drill(4, 0))).isSameAs(net.between(LEAF, SPINE + 2));
  }

  @Test
  void oneChoiceWithoutMemoryIsBlind() {
    queues(0, 9000, 9000, 9000);
    Balancer blind = drill(1, 0);
    Set<Port> seen = new HashSet<>();
    for (int packet = 0; packet < 100; packet++) {
      seen.add(next(blind));
    }
    assertThat(seen).hasSize(4);
  }

  @Test
  void twoChoicesAreTwoPorts() {
    queues(0, 0, 0, 9000);
    Balancer drill = drill(2, 0);
    for (int packet = 0; packet < 200; packet++) {
      assertThat(next(drill)).isNotSameAs(net.between(LEAF, SPINE + 3));
    }
  }

  @Test
  void theLeastLoadedPortIsRemembered() {
    queues(0, 9000, 9000, 9000);
    Balancer drill = drill(1, 1);
    List<Port> chosen = new ArrayList<>();
    for (int packet = 0; packet < 100; packet++) {
      chosen.add(next(drill));
    }
    Port least = net.between(LEAF, SPINE);
    assertThat(chosen).contains(least);
    assertThat(chosen.subList(chosen.indexOf(least), 100)).containsOnly(least);
    queues(9000, 0, 0, 0);
    for (int packet = 0; packet < 20; packet++) {
      next(drill);
    }
    assertThat(next(drill)).as("it forgets what is loaded now").isNotSameAs(least);
  }

  @Test
  void avoidsItsOwnCableThatHasFailed() {
    queues(0, 9000, 9000, 9000);
    net.between(LEAF, SPINE).takeDown(0);
    Balancer drill = drill(4, 2);
    assertThat(next(drill)).isNotSameAs(net.between(LEAF, SPINE));
  }

  @Test
  void theLoadIsATimeSoAFastPortTakesMore() {
    var shape = new Topology.Builder();
    shape.hosts(2);
    shape.switches(4);
    shape.link(0, 2, QueuedPorts.RATE, US);
    shape.link(1, 3, QueuedPorts.RATE, US);
    for (int spine = 4; spine < 6; spine++) {
      shape.link(2, spine, spine == 4 ? QueuedPorts.RATE : QueuedPorts.RATE / 4, US);
      shape.link(3, spine, QueuedPorts.RATE, US);
    }
    var twoRates = new QueuedPorts(shape.build());
    twoRates.between(2, 4).waiting = 3000;
    twoRates.between(2, 5).waiting = 1000;
    Balancer drill = new Drill(2, 0).balancers(twoRates.routes, 7).of(2);
    assertThat(drill.next(QueuedPorts.data(QueuedPorts.flow(1, 0, 1), 0), twoRates.between(2, 0)))
        .isSameAs(twoRates.between(2, 4));
  }

  @Test
  void answersKeepTheWayOfTheHash() {
    queues(9000, 9000, 9000, 9000);
    Balancer drill = drill(4, 1);
    Packet ack = QueuedPorts.data(QueuedPorts.flow(1, 5, 0), 0);
    ack.kind = Packet.Kind.ACK;
    Port way = drill.next(ack, net.between(LEAF, 0));
    net.between(LEAF, way.far().node()).waiting = 1_000_000;
    assertThat(drill.next(ack, net.between(LEAF, 0))).isSameAs(way);
  }

  @Test
  void theSameSeedDrawsTheSameAndEachSwitchItsOwn() {
    queues(0, 0, 0, 0);
    assertThat(draws(7, LEAF)).isEqualTo(draws(7, LEAF)).isNotEqualTo(draws(8, LEAF)).isNotEqualTo(draws(7, 9));
  }

  private List<Integer> draws(long seed, int leaf) {
    Balancer drill = new Drill(1, 0).balancers(net.routes, seed).of(leaf);
    List<Integer> spines = new ArrayList<>();
    for (int packet = 0; packet < 50; packet++) {
      boolean first = leaf == LEAF;
      spines.add(drill.next(QueuedPorts.data(QueuedPorts.flow(1, first ? 0 : 5, first ? 5 : 0), 0), net.between(leaf, SPINE))
          .far().node());
    }
    return spines;
  }
}
