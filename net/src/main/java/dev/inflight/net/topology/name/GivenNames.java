package dev.inflight.net.topology.name;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** Given names of some nodes; the others keep theirs. */
public final class GivenNames implements NodeNames {
  private final NodeNames others;
  private final Map<Integer, String> given;
  private final Map<String, Integer> nodes = new HashMap<>();

  /**
   * Replaces the names of some nodes.
   *
   * @param others the names of all nodes before
   * @param given the names of some, by number
   * @throws IllegalArgumentException if two nodes would have one name
   */
  public GivenNames(NodeNames others, Map<Integer, String> given) {
    this.others = others;
    this.given = Map.copyOf(given);
    new TreeMap<>(given).forEach((node, name) -> {
      Integer first = nodes.putIfAbsent(name, node);
      if (first != null) {
        throw new IllegalArgumentException("nodes " + first + " and " + node + " have the same name, " + name);
      }
      int before = others.node(name);
      if (before >= 0 && !given.containsKey(before)) {
        throw new IllegalArgumentException("the name " + name + " is taken by node " + before);
      }
    });
  }

  @Override
  public String name(int node) {
    String name = given.get(node);
    return name == null ? others.name(node) : name;
  }

  @Override
  public int node(String name) {
    Integer node = nodes.get(name);
    if (node != null) {
      return node;
    }
    int before = others.node(name);
    return given.containsKey(before) ? NONE : before;
  }
}
