package dev.inflight.net.topology.name;

import java.util.BitSet;

/** The names of a topology's nodes. Names are distinct, and computed on use. */
public interface NodeNames {
  /** Value of {@link #node} for a name of no node. */
  int NONE = -1;

  /** The name of a node: one word, such as {@code pod0-tor3}. */
  String name(int node);

  /** The node of a name, or {@link #NONE}. */
  int node(String name);

  /**
   * Default names of nodes, by kind and number: {@code host3}, {@code switch17}.
   *
   * @param nodeCount hosts and switches together
   * @param switches the numbers of those that are switches
   */
  static NodeNames byNumber(int nodeCount, BitSet switches) {
    return new NumberedNames(nodeCount, switches);
  }
}
