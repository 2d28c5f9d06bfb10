package dev.inflight.lab.fabric;

import dev.inflight.net.topology.Topology;
import dev.inflight.net.topology.Topology.Link;
import dev.inflight.net.topology.server.SwitchTiers;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** Writes htsim's {@code .topo} file for a tree of two or three tiers: hosts with one cable, and in each tier equal switches. */
final class HtsimFile {
  private static final long GIGA = 1_000_000_000L;
  private static final long PS_PER_NS = 1000;

  /** Common properties of the switches of a tier. */
  private record Tier(int down, int up, long rateDown, long delayDownPs, long rateUp, int bundle) {
  }

  private final Topology topology;
  private final List<List<Link>> links;
  private final SwitchTiers tiers;

  private HtsimFile(Topology topology) {
    this.topology = topology;
    links = topology.linksOfNodes();
    tiers = new SwitchTiers(topology);
  }

  /**
   * Returns the text of the file.
   *
   * @throws IllegalArgumentException when the topology is no such tree; the message states the first difference
   */
  static String write(Topology topology) {
    return new HtsimFile(topology).write();
  }

  private String write() {
    for (Link link : topology.links()) {
      require(link.lossRate() == 0, "its cables lose nothing, and here one has a loss");
      require(link.rateBitsPerSec() % GIGA == 0, "its rates are whole Gb/s");
      require(link.delayPs() % PS_PER_NS == 0, "its delays are whole ns");
    }
    for (int host : topology.hosts()) {
      require(links.get(host).size() == 1,
          "its hosts have one cable, and " + topology.name(host) + " has " + links.get(host).size());
    }
    int highest = tiers.highest();
    require(highest == 2 || highest == 3, "it has trees of 2 or 3 tiers of switches, and here are " + highest);
    var each = new ArrayList<Tier>();
    for (int tier = 1; tier <= highest; tier++) {
      each.add(tier(tier));
    }
    int pod = podSize(highest);
    var text = new StringBuilder("Nodes " + topology.hostCount() + "\nTiers " + highest + "\nPodsize " + pod + "\n");
    for (int tier = 0; tier < highest; tier++) {
      Tier of = each.get(tier);
      text.append("Tier ").append(tier).append("\nDownlink_speed_Gbps ").append(of.rateDown / GIGA).append("\nRadix_Down ")
          .append(of.down).append(of.up > 0 ? "\nRadix_Up " + of.up : "").append("\nDownlink_Latency_ns ")
          .append(of.delayDownPs / PS_PER_NS).append('\n');
      if (of.bundle > 1) {
        text.append("Bundle ").append(of.bundle).append('\n');
      }
      if (of.up > 0) {
        long down = of.down * of.rateDown;
        long up = of.up * of.rateUp;
        require(down % up == 0,
            "its oversubscription is a whole number, and here is " + down / GIGA + " to " + up / GIGA + " Gb/s");
        text.append(down == up ? "" : "Oversubscribed " + down / up + "\n");
      }
    }
    return text.toString();
  }

  private Tier tier(int number) {
    Set<Tier> found = new HashSet<>();
    for (int node = 0; node < topology.nodeCount(); node++) {
      if (tiers.of(node) == number) {
        found.add(of(node, number));
      }
    }
    require(found.size() == 1, "its switches of a tier are alike, and here those of tier " + number + " are not");
    return found.iterator().next();
  }

  private Tier of(int node, int number) {
    int down = 0;
    int up = 0;
    Set<Integer> below = new HashSet<>();
    Set<Long> ratesDown = new HashSet<>();
    Set<Long> delaysDown = new HashSet<>();
    Set<Long> ratesUp = new HashSet<>();
    for (Link link : links.get(node)) {
      int peer = link.a() == node ? link.b() : link.a();
      int tier = tiers.of(peer);
      require(tier == number - 1 || tier == number + 1,
          "its cables lead from tier to tier, and here one leads from " + topology.name(node) + " to " + topology.name(peer));
      if (tier < number) {
        down++;
        below.add(peer);
        ratesDown.add(link.rateBitsPerSec());
        delaysDown.add(link.delayPs());
      } else {
        up++;
        ratesUp.add(link.rateBitsPerSec());
      }
    }
    require(ratesDown.size() == 1 && delaysDown.size() == 1 && ratesUp.size() <= 1,
        "the cables of a tier have one rate and one delay there, and those of " + topology.name(node) + " do not");
    require(down % below.size() == 0,
        "it has the same number of parallel cables everywhere, and those of " + topology.name(node) + " are not");
    return new Tier(down, up, ratesDown.iterator().next(), delaysDown.iterator().next(),
        ratesUp.isEmpty() ? 0 : ratesUp.iterator().next(), down / below.size());
  }

  /** Returns the number of hosts below one switch of tier 2, where there is a third tier. */
  private int podSize(int highest) {
    if (highest == 2) {
      return topology.hostCount();
    }
    int agg = IntStream.range(0, topology.nodeCount()).filter(node -> tiers.of(node) == 2).findFirst().orElseThrow();
    Set<Integer> hosts = new HashSet<>();
    for (Link up : links.get(agg)) {
      int tor = up.a() == agg ? up.b() : up.a();
      for (Link down : links.get(tor)) {
        int peer = down.a() == tor ? down.b() : down.a();
        if (tiers.of(tor) == 1 && tiers.of(peer) == 0) {
          hosts.add(peer);
        }
      }
    }
    return hosts.size();
  }

  private static void require(boolean holds, String sentence) {
    if (!holds) {
      throw new IllegalArgumentException("the format htsim cannot hold this topology: " + sentence);
    }
  }
}
