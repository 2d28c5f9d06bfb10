package dev.inflight.net.balance;

import dev.inflight.net.topology.Topology;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * The tiers of a topology: each host is cabled to one leaf, and each switch above is cabled to the tiers next to it only.
 * Switches that are cabled to hosts only, such as a server's own, are in none.
 */
public final class Tiers {
  private static final int NONE = -1;
  private static final int TWO = 2;

  private final Topology topology;
  private final BitSet forwarding = new BitSet();
  private final int[] leafOfHost;
  private final int[] tierOf; // from 0, that of leaves
  private final int[] numberOfLeaf;
  private int leaves;

  /**
   * Finds the tiers of a topology.
   *
   * @param most largest number of tiers, 2 or 3
   * @throws IllegalArgumentException if the topology has others, with a message that names them
   */
  public Tiers(Topology topology, int most) {
    this.topology = topology;
    for (Topology.Link link : topology.links()) {
      if (topology.isSwitch(link.a()) && topology.isSwitch(link.b())) {
        forwarding.set(link.a());
        forwarding.set(link.b());
      }
    }
    if (forwarding.isEmpty()) {
      throw new IllegalArgumentException("needs leaves and spines, and this topology has no link between switches");
    }
    leafOfHost = none();
    tierOf = none();
    numberOfLeaf = none();
    for (Topology.Link link : topology.links()) {
      attach(link.a(), link.b());
      attach(link.b(), link.a());
    }
    climb(most);
    for (Topology.Link link : topology.links()) {
      if (forwarding.get(link.a()) && forwarding.get(link.b())) {
        require(link, most);
      }
    }
  }

  private int[] none() {
    int[] all = new int[topology.nodeCount()];
    Arrays.fill(all, NONE);
    return all;
  }

  /**
   * Returns the reason why a topology has other tiers, or a switch more ports than a routing numbers, in a sentence without its
   * subject; null without a reason.
   *
   * @param most largest number of tiers, 2 or 3
   * @param numbered the most ports of a switch
   */
  public static @Nullable String problem(Topology topology, int most, int numbered) {
    int ports = mostPorts(topology);
    if (ports > numbered) {
      return "numbers up to " + numbered + " ports of a switch, and one here has " + ports;
    }
    try {
      new Tiers(topology, most);
      return null;
    } catch (IllegalArgumentException other) {
      return other.getMessage();
    }
  }

  private static int mostPorts(Topology topology) {
    int[] ports = new int[topology.nodeCount()];
    topology.links().forEach(link -> {
      ports[link.a()]++;
      ports[link.b()]++;
    });
    return Arrays.stream(ports).max().orElse(0);
  }

  private void attach(int host, int leaf) {
    if (topology.isSwitch(host) || !forwarding.get(leaf)) {
      return;
    }
    if (leafOfHost[host] != NONE && leafOfHost[host] != leaf) {
      throw new IllegalArgumentException("needs hosts with one leaf each, and " + topology.name(host) + " is connected to "
          + topology.name(leafOfHost[host]) + " and " + topology.name(leaf));
    }
    leafOfHost[host] = leaf;
    if (tierOf[leaf] == NONE) {
      tierOf[leaf] = 0;
      numberOfLeaf[leaf] = leaves++;
    }
  }

  /** Finds the tiers of switches above leaves, up to the first that is one too many. */
  private void climb(int most) {
    for (int tier = 0; tier < most; tier++) {
      for (Topology.Link link : topology.links()) {
        climb(tier, link.a(), link.b());
        climb(tier, link.b(), link.a());
      }
    }
  }

  private void climb(int tier, int from, int to) {
    if (tierOf[from] == tier && forwarding.get(to) && tierOf[to] == NONE) {
      tierOf[to] = tier + 1;
    }
  }

  private void require(Topology.Link link, int most) {
    int a = tierOf[link.a()];
    int b = tierOf[link.b()];
    if (a != b && Math.max(a, b) < most) {
      return;
    }
    String where = a == 0 && b == 0
        ? "are both leaves"
        : most == TWO || a == b || a == NONE || b == NONE
            ? "are both above leaves"
            : "are in tiers " + (a + 1) + " and " + (b + 1);
    throw new IllegalArgumentException((most == TWO ? "needs two tiers of switches" : "needs two or three tiers of switches")
        + ", and " + topology.name(link.a()) + " and " + topology.name(link.b()) + ", which have a link, " + where);
  }

  /** The leaf that a host is cabled to; below 0: none. */
  public int leafOf(int host) {
    return leafOfHost[host];
  }

  /** True if a node is a switch above leaves. */
  public boolean isAboveLeaves(int node) {
    return tierOf[node] > 0;
  }

  /** Number of leaves. */
  public int leaves() {
    return leaves;
  }

  /** Number of a leaf among leaves, from 0. */
  public int numberOf(int leaf) {
    return numberOfLeaf[leaf];
  }
}
