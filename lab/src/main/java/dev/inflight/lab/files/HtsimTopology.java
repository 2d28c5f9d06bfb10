package dev.inflight.lab.files;

import dev.inflight.lab.files.HtsimKeys.Tier;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.Tokens;
import dev.inflight.net.topology.Topology;
import dev.inflight.net.topology.name.Role;
import java.util.List;

/**
 * Topology of htsim's {@code .topo} file: a tree of two or three tiers, described by the ports of each tier's switches
 * ({@link HtsimKeys}). Nodes: hosts, then the switches of each tier; links from the hosts up.
 *
 * <p>In a pod every switch of tier 0 has as many parallel links to every switch of tier 1 as tier 1's bundle states. With three
 * tiers the switches of tier 1 at place i of their pods have links to cores i, i + n, i + 2n and so on, where n is
 * their number in a pod. Half of a switch's latency is added to each of its cables: every packet that passes the switch crosses
 * two of them.
 */
final class HtsimTopology {
  private static final long GIGA = 1_000_000_000L;
  private static final long PS_PER_NS = 1000;

  private final HtsimKeys keys;
  private final List<Tier> tiers;
  private final Topology.Builder builder = new Topology.Builder();

  private HtsimTopology(HtsimKeys keys) {
    this.keys = keys;
    tiers = keys.tiers();
  }

  /** Returns the topology that these lines describe. */
  static Topology build(List<Tokens> lines) {
    return new HtsimTopology(HtsimKeys.read(lines)).build();
  }

  private Topology build() {
    Tier tor = tiers.get(0);
    Tier agg = tiers.get(1);
    int pods = quotient(keys.place(), "Nodes", keys.nodes(), "Podsize", keys.podSize());
    int torsPerPod = quotient(tor.place(), "Podsize", keys.podSize(), "Radix_Down of tier 0", tor.down());
    require(tor.bundle() == 1, tor.place(), "Bundle of tier 0 is " + tor.bundle() + ", a host has one link here: 1");
    int aggsPerPod = quotient(tor.place(), "Radix_Up of tier 0", tor.up(), "Bundle of tier 1", agg.bundle());
    requireDown(agg, 1, (long) torsPerPod * agg.bundle(), "a pod's " + torsPerPod + " switches of tier 0");
    requireRatio(tor, 0, agg);
    boolean cores = tiers.size() > 2;
    int coresPerPlace = 0;
    if (cores) {
      Tier core = tiers.get(2);
      coresPerPlace = quotient(agg.place(), "Radix_Up of tier 1", agg.up(), "Bundle of tier 2", core.bundle());
      requireDown(core, 2, (long) pods * core.bundle(), pods + " pods");
      requireRatio(agg, 1, core);
    } else {
      require(pods == 1, keys.place(),
          "with 2 tiers all hosts are in one pod: Podsize is " + keys.podSize() + ", expected " + keys.nodes());
    }
    long nodes = keys.nodes() + (long) pods * (torsPerPod + aggsPerPod) + (long) aggsPerPod * coresPerPlace;
    require(nodes <= TopologyFile.MAX_NODES, keys.place(),
        "these are " + nodes + " hosts and switches, at most " + TopologyFile.MAX_NODES + " are possible");
    int firstHost = builder.hosts(keys.nodes());
    int firstTor = builder.switches(pods * torsPerPod, Role.of("pod{}-tor{}", torsPerPod));
    int firstAgg = builder.switches(pods * aggsPerPod, Role.of("pod{}-agg{}", aggsPerPod));
    int firstCore = builder.switches(aggsPerPod * coresPerPlace, Role.of("core{}"));
    for (int i = 0; i < keys.nodes(); i++) {
      links(firstHost + i, firstTor + i / tor.down(), tor, 0);
    }
    for (int i = 0; i < pods * torsPerPod; i++) {
      for (int j = 0; j < aggsPerPod; j++) {
        links(firstTor + i, firstAgg + i / torsPerPod * aggsPerPod + j, agg, tor.switchNs());
      }
    }
    for (int i = 0; i < pods * aggsPerPod; i++) {
      for (int j = 0; j < coresPerPlace; j++) {
        links(firstAgg + i, firstCore + i % aggsPerPod + j * aggsPerPod, tiers.get(2), agg.switchNs());
      }
    }
    return builder.build();
  }

  /** Adds the cables from one node to a node of a tier. */
  private void links(int below, int above, Tier to, long switchNsBelow) {
    long delayPs = to.linkNs() * PS_PER_NS + (switchNsBelow + to.switchNs()) * PS_PER_NS / 2;
    for (int link = 0; link < to.bundle(); link++) {
      builder.link(below, above, to.gigabits() * GIGA, delayPs);
    }
  }

  private static void requireDown(Tier tier, int number, long needed, String below) {
    require(tier.down() == needed, tier.place(), "Radix_Down of tier " + number + " is " + tier.down() + ", but " + below
        + " with Bundle " + tier.bundle() + " need " + needed);
  }

  /** Requires the stated ratio of bits down to bits up. */
  private static void requireRatio(Tier tier, int number, Tier above) {
    long down = tier.down() * tier.gigabits();
    long up = tier.up() * above.gigabits();
    require(down == up * tier.oversubscribed(), tier.place(), "Oversubscribed of tier " + number + " is " + tier.oversubscribed()
        + ", but its switches have " + down + " Gb/s down and " + up + " Gb/s up");
  }

  private static int quotient(SourceLocation place, String name, int value, String divisorName, int divisor) {
    require(value % divisor == 0, place, name + " " + value + " is not a multiple of " + divisorName + ", which is " + divisor);
    return value / divisor;
  }

  private static void require(boolean holds, SourceLocation place, String sentence) {
    if (!holds) {
      throw place.error(sentence);
    }
  }
}
