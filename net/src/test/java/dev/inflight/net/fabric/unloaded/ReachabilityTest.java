package dev.inflight.net.fabric.unloaded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.topology.Topology;
import dev.inflight.net.topology.Topology.Link;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Hosts of a topology with a path between them: only switches forward. */
class ReachabilityTest {
  private static final long RATE = 100_000_000_000L;

  @Test
  void hostsDoNotForward() {
    var topology = new Topology(3, new BitSet(), List.of(new Link(0, 1, RATE, 0), new Link(1, 2, RATE, 0)));
    var reachable = new Reachability(topology);
    assertThat(reachable.reaches(0, 1)).isTrue();
    assertThat(reachable.reaches(2, 1)).isTrue();
    assertThat(reachable.reaches(0, 2)).isFalse();
  }

  @Test
  void agreesWithASearchOnAnyTopology() {
    var random = new Random(4);
    for (int i = 0; i < 300; i++) {
      Topology topology = anyTopology(random);
      var reachable = new Reachability(topology);
      for (int from : topology.hosts()) {
        BitSet found = search(topology, from);
        for (int to : topology.hosts()) {
          if (from != to) {
            assertThat(reachable.reaches(from, to)).isEqualTo(found.get(to));
          }
        }
      }
    }
  }

  private static Topology anyTopology(Random random) {
    int nodes = 2 + random.nextInt(15);
    var switches = new BitSet();
    for (int node = 0; node < nodes; node++) {
      switches.set(node, random.nextInt(3) > 0);
    }
    var links = new ArrayList<Link>();
    for (int n = random.nextInt(2 * nodes); n > 0; n--) {
      int a = random.nextInt(nodes);
      links.add(new Link(a, (a + 1 + random.nextInt(nodes - 1)) % nodes, RATE, 0));
    }
    return new Topology(nodes, switches, links);
  }

  private static BitSet search(Topology topology, int host) {
    var found = new BitSet();
    var queue = new ArrayDeque<Integer>(List.of(host));
    found.set(host);
    while (!queue.isEmpty()) {
      int at = queue.remove();
      for (Link link : topology.links()) {
        int next = link.a() == at ? link.b() : link.b() == at ? link.a() : at;
        if (!found.get(next)) {
          found.set(next);
          if (topology.isSwitch(next)) {
            queue.add(next);
          }
        }
      }
    }
    return found;
  }
}
