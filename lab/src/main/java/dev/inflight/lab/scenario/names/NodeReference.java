package dev.inflight.lab.scenario.names;

import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.Suggestion;
import dev.inflight.net.topology.Topology;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Reference to a node by number or name. */
public final class NodeReference {
  private static final Pattern NUMBER = Pattern.compile("[+-]?\\d+|0[xX][0-9a-fA-F]+");
  /** Maximum number of names to search for the nearest one. */
  private static final int MOST_COMPARED = 10_000;

  private NodeReference() {
  }

  /** Reports whether a word is a number, not a name. */
  public static boolean isNumber(String word) {
    return NUMBER.matcher(word).matches();
  }

  /**
   * Returns the node with a name.
   *
   * @throws IllegalArgumentException with the nearest name, if no node has the name
   */
  public static int node(String name, Topology topology) {
    int node = topology.names().node(name);
    if (node < 0) {
      int nodes = topology.nodeCount();
      throw new IllegalArgumentException("unknown node " + Quoted.of(name)
          + (nodes > MOST_COMPARED
              ? "; " + nodes + " names are known, from " + Quoted.of(topology.names().name(0)) + " to "
                  + Quoted.of(topology.names().name(nodes - 1))
              : Suggestion.shortHint(name, IntStream.range(0, nodes).mapToObj(topology.names()::name).toList())));
    }
    return node;
  }
}
