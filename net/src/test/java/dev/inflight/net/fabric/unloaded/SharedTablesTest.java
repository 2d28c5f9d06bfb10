package dev.inflight.net.fabric.unloaded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.balance.RoutingRules;
import dev.inflight.cc.rival.NoControl;
import dev.inflight.net.LateLoop;
import dev.inflight.net.TestNet;
import dev.inflight.net.event.SerializationTime;
import dev.inflight.net.fabric.Fabric;
import dev.inflight.net.host.HostConfig;
import dev.inflight.net.host.HostConfig.Acks;
import dev.inflight.net.host.HostConfig.InBand;
import dev.inflight.net.host.HostConfig.Packets;
import dev.inflight.net.host.HostConfig.Sending;
import dev.inflight.net.host.Observer;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Port;
import dev.inflight.net.nic.UnlimitedNic;
import dev.inflight.net.ns3.Ns3Compatibility;
import dev.inflight.net.recovery.GoBackN;
import dev.inflight.net.route.AllPairsRoutes;
import dev.inflight.net.route.SeededEcmp;
import dev.inflight.net.switching.SwitchConfig;
import dev.inflight.net.switching.SwitchConfig.Buffer;
import dev.inflight.net.switching.SwitchConfig.Marking;
import dev.inflight.net.switching.queue.RoundRobinQueues;
import dev.inflight.net.topology.Dragonfly;
import dev.inflight.net.topology.DualPlane;
import dev.inflight.net.topology.Dumbbell;
import dev.inflight.net.topology.FatTree;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.net.topology.Pod;
import dev.inflight.net.topology.RailOptimized;
import dev.inflight.net.topology.Star;
import dev.inflight.net.topology.shape.Topologies;
import dev.inflight.net.topology.Topology;
import dev.inflight.telemetry.util.SplitMix;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Routes and base paths that hosts share are those of a search from each of them. */
@Tag("sweep")
class SharedTablesTest {
  private static final long G = 1_000_000_000;
  private static final long US = 1_000_000;

  static List<Topology> topologies() {
    var all = new ArrayList<>(
        List.of(new Star(6, 100 * G, US).build(), Pod.DEFAULT.build(), new LeafSpine(3, 2, 4, 100 * G, 400 * G, US, 3).build(),
            new Dumbbell(3, 2, 100 * G, 40 * G, US).build(), new FatTree(2, 2, 2, 4, 3, 100 * G, 400 * G, US).build()));
    for (long seed = 0; seed < 40; seed++) {
      all.add(random(new SplittableRandom(seed)));
    }
    all.add(random(new SplittableRandom(1266))); // hosts with two cables, to own switches of some of a kind
    Topologies.ALL.forEach(shape -> all.add(shape.build()));
    all.add(new RailOptimized(2, 3, 4, 2, 100 * G, 200 * G, 400 * G, US, US / 8).build());
    all.add(new Dragonfly(5, 3, 2, 2, 100 * G, 50 * G, 40 * G, US, 3 * US).build());
    for (long seed = 0; seed < 60; seed++) {
      all.add(servers(new SplittableRandom(seed)));
    }
    return all;
  }

  /** Hosts with no to three cables, some alike, some to other hosts; switches in any shape, in parts that do not meet. */
  private static Topology random(SplittableRandom random) {
    int nodes = random.nextInt(3, 40);
    var switches = new BitSet();
    for (int node = 0; node < nodes; node++) {
      switches.set(node, random.nextInt(3) == 0);
    }
    int[] switchIds = switches.stream().toArray();
    var links = new ArrayList<Topology.Link>();
    for (int node = 0; node < nodes; node++) {
      boolean isSwitch = switches.get(node);
      int cables = isSwitch ? random.nextInt(4) : random.nextInt(12) == 0 ? 0 : random.nextInt(1, 3);
      int first = random.nextInt(3);
      for (int cable = 0; cable < cables; cable++) {
        int other = !isSwitch && switchIds.length > 0 && random.nextInt(15) > 0
            ? switchIds[Math.min(switchIds.length - 1, first + random.nextInt(2))]
            : random.nextInt(nodes);
        if (other != node) {
          long rate = (random.nextInt(4) == 0 ? 25 : 100) * G;
          links.add(new Topology.Link(node, other, rate, (1 + random.nextInt(8) / 7) * US));
        }
      }
    }
    return new Topology(nodes, switches, links);
  }

  /**
   * Servers with a switch inside, NICs with one to three cables to top-of-rack switches, here and there of another rate, and
   * layers of spines.
   */
  private static Topology servers(SplittableRandom random) {
    int servers = random.nextInt(1, 7);
    int hostsPerServer = random.nextInt(1, 5);
    int leaves = random.nextInt(1, 7);
    int spines = random.nextInt(4);
    int uplinks = random.nextInt(1, 4);
    boolean serversFirst = random.nextBoolean();
    int hosts = servers * hostsPerServer;
    int firstServer = hosts + (serversFirst ? 0 : leaves + spines);
    int firstLeaf = hosts + (serversFirst ? servers : 0);
    var links = new ArrayList<Topology.Link>();
    for (int host = 0; host < hosts; host++) {
      links.add(new Topology.Link(host, firstServer + host / hostsPerServer, rate(random), US / 8));
      int leaf = random.nextInt(8) == 0 ? random.nextInt(leaves) : host % hostsPerServer * uplinks;
      for (int cable = 0; cable < uplinks; cable++) {
        links.add(new Topology.Link(host, firstLeaf + (leaf + cable) % leaves, rate(random), US));
      }
      if (host > 0 && random.nextInt(12) == 0) {
        links.add(new Topology.Link(host, random.nextInt(host), rate(random), US / 4));
      }
    }
    for (int leaf = 0; leaf < leaves; leaf++) {
      for (int spine = 0; spine < spines; spine++) {
        if (random.nextInt(10) > 0) {
          links.add(
              new Topology.Link(firstLeaf + leaf, firstLeaf + leaves + spine, rate(random), US * (1 + random.nextInt(9) / 8)));
        }
      }
    }
    var switches = new BitSet();
    switches.set(hosts, hosts + servers + leaves + spines);
    return new Topology(hosts + servers + leaves + spines, switches, links);
  }

  private static long rate(SplittableRandom random) {
    return (random.nextInt(10) == 0 ? 40 : 100) * G;
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void basePathsAreThoseOfAllPairs(Topology topology) {
    AllPairsPaths.assertSamePaths(topology);
  }

  private static Fabric fabric(Topology topology, Framing framing) {
    var rules = new HostConfig(new Packets(framing, SerializationTime.EXACT, 1000), InBand.NOTHING, Acks.EACH,
        new Sending(true, 1000 * US, GoBackN.DEFAULT, UnlimitedNic.DEFAULT));
    var switches = new SwitchConfig(framing, new Buffer(32 << 20, false, 1, 1 << 3),
        new Marking(Map.of(), port -> new SplitMix(1, port)::nextDouble), RoundRobinQueues.DEFAULT);
    var loop = new LateLoop(0, 1);
    return new Fabric(topology, List.of(rules), switches, RoutingRules.by(new SeededEcmp(1)), _ -> loop,
        (from, to) -> (packet, endPs) -> {
        }, _ -> Observer.NONE);
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void routesAreThoseOfASearchFromEachHost(Topology topology) {
    for (Framing framing : Framing.values()) {
      Ns3Compatibility profile = Ns3Compatibility.of(framing);
      Fabric fabric = fabric(topology, framing);
      var random = new SplittableRandom(7);
      sameRoutes(fabric, profile);
      for (int failure = 0; failure < 4 && !topology.links().isEmpty(); failure++) {
        Topology.Link link = topology.links().get(random.nextInt(topology.links().size()));
        fabric.setLink(link.a(), link.b(), failure == 3, failure);
        sameRoutes(fabric, profile);
      }
    }
  }

  private static void sameRoutes(Fabric fabric, Ns3Compatibility profile) {
    var expected = new AllPairsRoutes(fabric, profile.usesLastParallelCable());
    for (int destination : fabric.topology().hosts()) {
      List<List<Port>> ways = expected.waysTo(destination);
      for (int node = 0; node < fabric.topology().nodeCount(); node++) {
        assertThat(fabric.routes().nextPorts(node, destination)).as("from node %d to host %d", node, destination)
            .containsExactly(ways.get(node).stream().mapToInt(Port::index).toArray());
      }
    }
  }

  @Test
  void racksOfAPodShareTheirTables() {
    var net = TestNet.of(new FatTree(4, 4, 4, 4, 16, 100 * G, 400 * G, US)).scheme(NoControl.DEFAULT).build();
    int[] hosts = net.topology.hosts();
    for (int destination : hosts) {
      assertThat(net.fabric.routes().nextPorts(hosts[destination == hosts[0] ? 1 : 0], destination)).isNotEmpty();
    }
    assertThat(net.fabric.routes().tables()).as("one for each pod").isEqualTo(4);
    assertThat(new PathTrees(net.topology, 1000).searches()).isEqualTo(4);
  }

  /** A server's own switch leads nowhere else, so it makes no separate table. */
  @Test
  void railsShareTheirTables() {
    var net = TestNet.of(new RailOptimized(3, 5, 4, 4, 100 * G, 100 * G, 400 * G, US, US)).scheme(NoControl.DEFAULT).build();
    for (int destination : net.topology.hosts()) {
      assertThat(net.fabric.routes().nextPorts(destination == 0 ? 1 : 0, destination)).isNotEmpty();
    }
    assertThat(net.fabric.routes().tables()).isEqualTo(1);
    assertThat(new PathTrees(net.topology, 1000).searches()).isEqualTo(1);
  }

  @Test
  void hostsWithTwoCablesShareATableForEachPairOfSwitches() {
    var net = TestNet.of(new DualPlane(3, 2, 5, 100 * G, 100 * G, US)).scheme(NoControl.DEFAULT).build();
    for (int destination : net.topology.hosts()) {
      assertThat(net.fabric.routes().nextPorts((destination + 5) % 15, destination)).isNotEmpty();
    }
    assertThat(net.fabric.routes().tables()).isEqualTo(3);
    assertThat(new PathTrees(net.topology, 1000).searches()).isEqualTo(3);
  }
}
