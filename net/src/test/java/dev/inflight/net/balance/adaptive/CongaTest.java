package dev.inflight.net.balance.adaptive;

import static dev.inflight.net.balance.adaptive.QueuedPorts.RATE;
import static dev.inflight.net.balance.adaptive.QueuedPorts.US;
import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.balance.Balancer;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;
import dev.inflight.net.topology.DualTor;
import dev.inflight.net.topology.FatTree;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.net.topology.Star;
import dev.inflight.net.topology.Topology;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CongaTest {
  private static final int LEAF = 8;
  private static final int OTHER = 9;
  private static final int SPINE = 10;
  private static final long FULL_BYTES = RATE / 8 * 160 / 1_000_000; // of a link in tau

  private final QueuedPorts net = QueuedPorts.leafSpine(2);
  private final Balancer leaf = balancer(LEAF);
  private final Balancer other = balancer(OTHER);
  private final Balancer[] spines = {balancer(SPINE), balancer(SPINE + 1)};
  private int flows;

  private Balancer balancer(int node) {
    return Conga.DEFAULT.balancers(net.routes, 3).of(node);
  }

  /** A new flow from the first leaf to the second. */
  private Packet data(long nowPs) {
    return QueuedPorts.data(QueuedPorts.flow(flows++, 0, 5), nowPs);
  }

  /** And one back. */
  private Packet dataBack(long nowPs) {
    return QueuedPorts.data(QueuedPorts.flow(flows++, 5, 0), nowPs);
  }

  private Port leave(Packet packet) {
    return leaf.next(packet, net.between(LEAF, 0));
  }

  /** Takes a packet, that has left the first leaf, to the second one. */
  private void cross(Packet packet, Port uplink) {
    int spine = uplink.far().node();
    spines[spine - SPINE].next(packet, net.between(spine, LEAF));
    other.next(packet, net.between(OTHER, spine));
  }

  private void bringBack(long nowPs) {
    Packet back = dataBack(nowPs);
    int spine = other.next(back, net.between(OTHER, 5)).far().node();
    spines[spine - SPINE].next(back, net.between(spine, OTHER));
    leaf.next(back, net.between(LEAF, spine));
  }

  @Test
  void cableLoadIsItsSentBytesOverTau() {
    Port port = net.between(LEAF, SPINE);
    var load = new LinkLoad(port, Conga.DEFAULT);
    assertThat(load.metric(0)).isZero();
    for (int step = 1; step <= 100; step++) { // a half of the rate, for ten tau
      port.sentBytes += FULL_BYTES / 20;
      load.metric(step * 16 * US);
    }
    assertThat(load.metric(1600 * US)).isBetween(3, 4);
    port.sentBytes += 3 * FULL_BYTES;
    assertThat(load.metric(1900 * US)).isEqualTo(7);
    assertThat(load.metric(4000 * US)).isZero();
  }

  @Test
  void avoidsItsOwnUplinkThatIsBusy() {
    leave(data(0));
    leave(data(0));
    net.between(LEAF, SPINE).sentBytes += FULL_BYTES;
    for (int flow = 0; flow < 20; flow++) {
      assertThat(leave(data(100 * US)).far().node()).isEqualTo(SPINE + 1);
    }
  }

  @Test
  void pathsThatAreAlikeAreTakenAtRandomAndAFlowKeepsItsOwn() {
    Set<Port> seen = new HashSet<>();
    for (int flow = 0; flow < 40; flow++) {
      seen.add(leave(data(0)));
    }
    assertThat(seen).hasSize(2);
    Packet packet = data(0);
    Port first = leave(packet);
    for (int flowlet = 1; flowlet < 20; flowlet++) {
      packet.timePs = flowlet * 200 * US;
      packet.hop = 0;
      assertThat(leave(packet)).as("the one before is among the least busy").isSameAs(first);
    }
  }

  @Test
  void otherLeafReportsBusyCablesBehindTheSpine() {
    Port behind = net.between(SPINE, OTHER);
    Packet first = data(0);
    Packet second = data(0);
    while (leave(first).far().node() != SPINE) {
      first = data(0);
    }
    while (leave(second).far().node() != SPINE + 1) {
      second = data(0);
    }
    cross(first, net.between(LEAF, SPINE));
    behind.sentBytes += FULL_BYTES;
    Packet marked = data(200 * US);
    marked.overlay = Overlay.of(net.between(LEAF, SPINE).number(), 0, 0, 0);
    marked.hop = 1;
    cross(marked, net.between(LEAF, SPINE));
    assertThat(Overlay.metric(marked.overlay)).isPositive();
    Set<Integer> before = new HashSet<>();
    for (int flow = 0; flow < 40; flow++) {
      before.add(leave(data(210 * US)).far().node());
    }
    assertThat(before).as("nothing was reported yet").hasSize(2);
    bringBack(220 * US);
    bringBack(220 * US);
    for (int flow = 0; flow < 20; flow++) {
      assertThat(leave(data(230 * US)).far().node()).isEqualTo(SPINE + 1);
    }
    Set<Integer> late = new HashSet<>();
    for (int flow = 0; flow < 40; flow++) {
      late.add(leave(data(10_300 * US)).far().node());
    }
    assertThat(late).as("reports age").hasSize(2);
  }

  @Test
  void reportsGoInTurnThoseThatChangedFirst() {
    var table = new PathTable(4);
    assertThat(table.nextReport()).isZero();
    table.came(3, 5);
    table.came(1, 2);
    table.came(2, 0);
    assertThat(Set.of(table.nextReport(), table.nextReport(), table.nextReport())).containsExactlyInAnyOrder(1, 2, 3);
    table.came(2, 6);
    assertThat(table.nextReport()).isEqualTo(2);
    assertThat(table.metricBack(2)).isEqualTo(6);
    assertThat(Set.of(table.nextReport(), table.nextReport(), table.nextReport())).containsExactlyInAnyOrder(1, 2, 3);
  }

  @Test
  void overlayFieldsDoNotOverlap() {
    long overlay = Overlay.of(1023, 5, 512, 63);
    assertThat(Overlay.tag(overlay)).isEqualTo(1023);
    assertThat(Overlay.metric(overlay)).isEqualTo(5);
    assertThat(Overlay.reportedTag(overlay)).isEqualTo(512);
    assertThat(Overlay.reportedMetric(overlay)).isEqualTo(63);
    long busier = Overlay.atLeast(Overlay.atLeast(overlay, 9), 7);
    assertThat(Overlay.metric(busier)).isEqualTo(9);
    assertThat(Overlay.of(1023, 9, 512, 63)).isEqualTo(busier);
  }

  @Test
  void othersThanTwoTiersAreRefused() {
    assertThat(Conga.DEFAULT.problem(new LeafSpine(2, 2, 2, RATE, RATE, US, 2).build())).isNull();
    assertThat(Conga.DEFAULT.problem(new Star(4, RATE, US).build()))
        .isEqualTo("needs leaves and spines, and this topology has no link between switches");
    assertThat(Conga.DEFAULT.problem(FatTree.DEFAULT.build())).startsWith("needs two tiers of switches, and ");
    assertThat(Conga.DEFAULT.problem(DualTor.DEFAULT.build())).startsWith("needs hosts with one leaf each, and host 0");
    assertThat(Conga.DEFAULT.problem(new LeafSpine(2, 2, 1022, RATE, RATE, US, 1).build()))
        .isEqualTo("numbers up to 1023 ports of a switch, and one here has 1024");
    var pair = new Topology.Builder();
    pair.hosts(2);
    pair.switches(2);
    pair.link(0, 2, RATE, US);
    pair.link(1, 3, RATE, US);
    pair.link(2, 3, RATE, US);
    assertThat(Conga.DEFAULT.problem(pair.build()))
        .isEqualTo("needs two tiers of switches, and switch 2 and switch 3, which have a link, are both leaves");
  }
}
