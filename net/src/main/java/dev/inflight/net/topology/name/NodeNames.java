package dev.inflight.net.topology.name;

import java.util.BitSet;

/** The names of a topology's nodes. No two nodes have the same one, and none is computed before it is asked for. */
public interface NodeNames {
  /** What {@link #node} returns for a name of no node. */
  int NONE = -1;

  /** The name of a node: one word, such as {@code pod0-tor3}. */
  String name(int node);

  /** The node of a name, or {@link #NONE}. */
  int node(String name);

  /**
   * Names of nodes without any of their own, by kind and number: {@code host3}, {@code switch17}.
   *
   * @param nodeCount hosts and switches together
   * @param switches the numbers of those that are switches
   */
  static NodeNames byNumber(int nodeCount, BitSet switches) {
    return new NumberedNames(nodeCount, switches);
  }
}
