package dev.inflight.net.fabric.unloaded;

import dev.inflight.net.topology.Topology;

/** Pairs of hosts of a topology with a path between them, if only switches forward. Paths are not measured. */
public final class Reachability {
  private static final int ANY_PAYLOAD_BYTES = 1;

  private final PathTrees trees;

  /** Makes the reachability of a topology without failed cables. */
  public Reachability(Topology topology) {
    trees = new PathTrees(topology, ANY_PAYLOAD_BYTES);
  }

  /** Reports whether a path leads from one host to another; none leads from a host to itself. */
  public boolean reaches(int source, int destination) {
    return trees.reaches(source, destination);
  }
}
