package dev.inflight.net.fabric.unloaded;

import dev.inflight.net.topology.Topology;

/** Which hosts of a topology have a path to each other, where only switches forward: no path is measured for it. */
public final class Reachability {
  private static final int ANY_PAYLOAD_BYTES = 1;

  private final PathTrees trees;

  /** Of a topology without failed cables. */
  public Reachability(Topology topology) {
    trees = new PathTrees(topology, ANY_PAYLOAD_BYTES);
  }

  /** Whether a path leads from one host to another; none leads from a host to itself. */
  public boolean reaches(int source, int destination) {
    return trees.reaches(source, destination);
  }
}
