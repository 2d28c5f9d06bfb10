package dev.inflight.net.balance.adaptive;

import dev.inflight.net.topology.Topology;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * The leaves and spines of a topology: each host is cabled to one leaf, and each spine to leaves. Switches that are cabled to hosts only, such as a
 * server's own, are neither.
 */
final class TwoTiers {
  private static final int NONE = -1;

  private final int[] leafOfHost;
  private final BitSet spines = new BitSet();

  /**
   * Those of a topology.
   *
   * @throws IllegalArgumentException when there are others, saying which
   */
  TwoTiers(Topology topology) {
    var forwarding = new BitSet();
    for (Topology.Link link : topology.links()) {
      if (topology.isSwitch(link.a()) && topology.isSwitch(link.b())) {
        forwarding.set(link.a());
        forwarding.set(link.b());
      }
    }
    if (forwarding.isEmpty()) {
      throw new IllegalArgumentException("needs leaves and spines, and here no switch is cabled to another");
    }
    leafOfHost = new int[topology.nodeCount()];
    Arrays.fill(leafOfHost, NONE);
    var leaves = new BitSet();
    for (Topology.Link link : topology.links()) {
      attach(topology, forwarding, leaves, link.a(), link.b());
      attach(topology, forwarding, leaves, link.b(), link.a());
    }
    for (Topology.Link link : topology.links()) {
      if (forwarding.get(link.a()) && forwarding.get(link.b()) && leaves.get(link.a()) == leaves.get(link.b())) {
        throw new IllegalArgumentException("needs two tiers, and " + topology.name(link.a()) + " and " + topology.name(link.b())
            + ", which are cabled, are both " + (leaves.get(link.a()) ? "leaves" : "above leaves"));
      }
    }
    spines.or(forwarding);
    spines.andNot(leaves);
  }

  /** Why a topology is another one, in a sentence without its subject; null when it is not. */
  static @Nullable String problem(Topology topology) {
    try {
      new TwoTiers(topology);
      return null;
    } catch (IllegalArgumentException other) {
      return other.getMessage();
    }
  }

  private void attach(Topology topology, BitSet forwarding, BitSet leaves, int host, int leaf) {
    if (topology.isSwitch(host) || !forwarding.get(leaf)) {
      return;
    }
    if (leafOfHost[host] != NONE && leafOfHost[host] != leaf) {
      throw new IllegalArgumentException("needs hosts at one leaf each, and " + topology.name(host) + " is cabled to "
          + topology.name(leafOfHost[host]) + " and " + topology.name(leaf));
    }
    leafOfHost[host] = leaf;
    leaves.set(leaf);
  }

  /** The leaf that a host is cabled to; below 0: none. */
  int leafOf(int host) {
    return leafOfHost[host];
  }

  /** Whether a node is a spine. */
  boolean isSpine(int node) {
    return spines.get(node);
  }
}
