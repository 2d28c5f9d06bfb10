package dev.inflight.net.balance.adaptive;

import dev.inflight.net.balance.Balancer;
import static dev.inflight.net.balance.adaptive.QueuedPorts.US;
import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.link.Port;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LetFlowTest {
  private static final int LEAF = 8;

  private final QueuedPorts net = QueuedPorts.leafSpine(4);
  private Balancer letFlow = balancer(16_384);

  private Balancer balancer(int entries) {
    return new LetFlow(100 * US, entries).balancers(net.routes, 3).of(LEAF);
  }

  private Port next(int flow, long nowPs) {
    return letFlow.next(QueuedPorts.data(QueuedPorts.flow(flow, 0, 5), nowPs), net.between(LEAF, 0));
  }

  @Test
  void aFlowletKeepsItsPath() {
    Port first = next(1, 0);
    long nowPs = 0;
    for (int packet = 0; packet < 100; packet++) {
      nowPs += 100 * US;
      assertThat(next(1, nowPs)).as("a gap of exactly the limit").isSameAs(first);
    }
  }

  @Test
  void anotherFlowletTakesAnyPath() {
    Set<Port> seen = new HashSet<>();
    for (int flowlet = 0; flowlet < 100; flowlet++) {
      seen.add(next(1, flowlet * (100 * US + 1)));
    }
    assertThat(seen).hasSize(4);
  }

  @Test
  void flowsOfOneEntryAreOne() {
    letFlow = balancer(1);
    Port first = next(1, 0);
    for (int flow = 2; flow < 50; flow++) {
      assertThat(next(flow, flow)).isSameAs(first);
    }
  }

  @Test
  void flowsOfTheirOwnEntriesTakeTheirOwnPaths() {
    Set<Port> seen = new HashSet<>();
    for (int flow = 1; flow < 50; flow++) {
      seen.add(next(flow, flow));
    }
    assertThat(seen).hasSize(4);
  }

  @Test
  void leavesACableThatHasFailed() {
    Port first = next(1, 0);
    first.takeDown(1);
    Port second = next(1, 2);
    assertThat(second).isNotSameAs(first);
    assertThat(next(1, 3)).isSameAs(second);
  }

  @Test
  void leavesAPathThatRoutesNoLongerHave() {
    Port first = next(1, 0);
    net.cabling.setUp(first.index(), false);
    net.routes.recompute();
    assertThat(next(1, 2)).isNotSameAs(first);
  }
}
