package dev.inflight.sim.change.state;

import dev.inflight.net.topology.Topology;
import dev.inflight.net.topology.Topology.Link;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The two nodes that cables join. Parallel cables between them change together.
 *
 * @param a one node
 * @param b the other one
 * @param oneWay true for only the direction from {@code a} to {@code b}
 */
public record LinkEnds(int a, int b, boolean oneWay) {
  private static final int MOST_NAMED = 10;

  /** Makes ends for both directions. */
  public LinkEnds(int a, int b) {
    this(a, b, false);
  }

  /** True if it includes packets from a node to its neighbor. */
  public boolean concern(int node, int neighbor) {
    return node == a && neighbor == b || !oneWay && node == b && neighbor == a;
  }

  /** True if it includes some packets of a sending node. */
  public boolean concernSending(int node) {
    return node == a || !oneWay && node == b;
  }

  /** True if both include some packets. */
  public boolean overlap(LinkEnds other) {
    return concern(other.a, other.b) || !other.oneWay && concern(other.b, other.a);
  }

  /** True if these are the two ends, in either order. */
  public boolean are(int one, int other) {
    return one == a && other == b || one == b && other == a;
  }

  /** Error message for cables that do not exist; null if they exist. */
  public @Nullable String problem(Topology topology) {
    for (int node : new int[] {a, b}) {
      String missing = problemOf(node, topology);
      if (missing != null) {
        return missing;
      }
    }
    if (topology.links().stream().anyMatch(link -> are(link.a(), link.b()))) {
      return null;
    }
    String other = b == a ? "" : "; " + topology.name(b) + " to " + neighbors(b, topology);
    return "there is no link between " + topology.name(a) + " and " + topology.name(b) + "; " + topology.name(a)
        + " has links to " + neighbors(a, topology) + other;
  }

  /** Error message for a node that does not exist; null if it exists. */
  public static @Nullable String problemOf(int node, Topology topology) {
    return node >= 0 && node < topology.nodeCount()
        ? null
        : "node " + node + " does not exist; nodes are 0 to " + (topology.nodeCount() - 1);
  }

  private static String neighbors(int node, Topology topology) {
    int[] others = topology.links().stream().filter(link -> link.a() == node || link.b() == node)
        .mapToInt((Link link) -> link.a() == node ? link.b() : link.a()).sorted().distinct().toArray();
    if (others.length == 0) {
      return "nothing";
    }
    String shown = String.join(", ", IntStream.of(others).limit(MOST_NAMED).mapToObj(topology::name).toList());
    return others.length > MOST_NAMED ? shown + " and " + (others.length - MOST_NAMED) + " more" : shown;
  }
}
