package dev.inflight.net.switching.ecn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.net.link.Packet;
import dev.inflight.net.switching.ecn.PortClass.Side;
import dev.inflight.net.topology.FatTree;
import dev.inflight.net.topology.Topology;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Thresholds that apply at each port. */
class PortClassesTest {
  private static final long RATE = 100_000_000_000L;
  private static final int ANY = PortClass.ANY;

  private static EcnThresholds thresholds(int bytes) {
    return new EcnThresholds(bytes, bytes, 1);
  }

  private static PortClass ports(Side side, int tier, int priority) {
    return new PortClass(RATE, side, tier, priority);
  }

  @Test
  void portsOfAFatTreeLeadToHostsUpAndDown() {
    Topology tree = FatTreeOfTests.build();
    var classes = new PortClasses(tree);
    Map<PortClass, Integer> counts = new TreeMap<>();
    for (Topology.Link link : tree.links()) {
      for (int end : new int[] {link.a(), link.b()}) {
        if (tree.isSwitch(end)) {
          int peer = end == link.a() ? link.b() : link.a();
          counts.merge(classes.of(end, peer, RATE), 1, Integer::sum);
        }
      }
    }
    assertThat(counts.keySet()).containsExactly(ports(Side.HOSTS, 1, ANY), ports(Side.UP, 1, ANY), ports(Side.UP, 2, ANY),
        ports(Side.DOWN, 2, ANY), ports(Side.DOWN, 3, ANY));
    assertThat(counts.get(ports(Side.HOSTS, 1, ANY))).isEqualTo(tree.hostCount());
  }

  private static boolean marks(EcnMarking rule, int priority, int behindBytes) {
    var packet = new Packet(0);
    packet.sizeBytes = 1000;
    return rule.marker(() -> 0.5, RATE).marks(packet, priority, behindBytes, 0);
  }

  @Test
  void theNarrowestEntryHolds() {
    Map<PortClass, EcnThresholds> rules = new HashMap<>();
    rules.put(PortClass.ofRate(RATE), thresholds(10_000));
    rules.put(ports(Side.FABRIC, ANY, ANY), thresholds(20_000));
    rules.put(ports(Side.UP, 1, ANY), thresholds(30_000));
    rules.put(ports(Side.UP, 1, 4), thresholds(40_000));
    Topology tree = FatTreeOfTests.build();
    var classes = new PortClasses(tree);
    Topology.Link up = tree.links().stream()
        .filter(link -> List.of(Side.UP, Side.DOWN).contains(side(classes, tree, link)) && tier(classes, tree, link) == 1)
        .findFirst().orElseThrow();
    int leaf = tier(classes, up.a(), up.b()) == 1 ? up.a() : up.b();
    int spine = leaf == up.a() ? up.b() : up.a();
    EcnMarking upward = Objects.requireNonNull(classes.marking(rules, leaf, spine, RATE));
    assertThat(marks(upward, 3, 30_000)).isFalse();
    assertThat(marks(upward, 3, 30_001)).isTrue();
    assertThat(marks(upward, 4, 40_000)).isFalse();
    assertThat(marks(upward, 4, 40_001)).isTrue();
    EcnMarking downward = Objects.requireNonNull(classes.marking(rules, spine, leaf, RATE));
    assertThat(marks(downward, 4, 20_000)).isFalse();
    assertThat(marks(downward, 4, 20_001)).isTrue();
  }

  private static Side side(PortClasses classes, Topology tree, Topology.Link link) {
    return tree.isSwitch(link.a()) && tree.isSwitch(link.b()) ? classes.of(link.a(), link.b(), RATE).side() : Side.HOSTS;
  }

  private static int tier(PortClasses classes, Topology tree, Topology.Link link) {
    return Math.min(tier(classes, link.a(), link.b()), tier(classes, link.b(), link.a()));
  }

  private static int tier(PortClasses classes, int node, int peer) {
    return classes.of(node, peer, RATE).tier();
  }

  @Test
  void thresholdsOfOtherPortsMarkNothing() {
    Map<PortClass, EcnThresholds> rules = Map.of(ports(Side.HOSTS, ANY, 3), thresholds(1000));
    Topology tree = FatTreeOfTests.build();
    var classes = new PortClasses(tree);
    Topology.Link toHost = tree.links().stream().filter(link -> !tree.isSwitch(link.a()) || !tree.isSwitch(link.b())).findFirst()
        .orElseThrow();
    int host = tree.isSwitch(toHost.a()) ? toHost.b() : toHost.a();
    int leaf = host == toHost.a() ? toHost.b() : toHost.a();
    EcnMarking atHost = Objects.requireNonNull(classes.marking(rules, leaf, host, RATE));
    assertThat(marks(atHost, 3, 5000)).isTrue();
    assertThat(marks(atHost, 4, 5000)).isFalse();
    assertThat(classes.marking(rules, leaf, host, 2 * RATE)).as("another rate").isNull();
  }

  @Test
  void commonClassIsTheIntersection() {
    PortClass hosts = ports(Side.HOSTS, ANY, ANY);
    PortClass three = ports(Side.ALL, ANY, 3);
    assertThat(hosts.common(three)).isEqualTo(ports(Side.HOSTS, ANY, 3));
    assertThat(hosts.common(ports(Side.UP, ANY, ANY))).isNull();
    assertThat(ports(Side.FABRIC, 2, ANY).common(ports(Side.UP, ANY, 5))).isEqualTo(ports(Side.UP, 2, 5));
    assertThat(hosts.common(PortClass.ofRate(2 * RATE))).isNull();
    assertThatThrownBy(() -> ports(Side.ALL, 0, 8)).hasMessage("priority 8 is outside 0 to 7");
  }

  /** A fat tree of three tiers. */
  private static final class FatTreeOfTests {
    static Topology build() {
      return new FatTree(2, 2, 2, 4, 2, RATE, RATE, 1_000_000).build();
    }
  }
}
