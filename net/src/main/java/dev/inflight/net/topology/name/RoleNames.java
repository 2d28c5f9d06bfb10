package dev.inflight.net.topology.name;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Names by the roles of nodes in a shape.
 *
 * @param others names of the nodes without a role
 * @param ranges nodes with one role each; no two have a node in common
 */
public record RoleNames(NodeNames others, List<Range> ranges) implements NodeNames {
  /**
   * Nodes with one role.
   *
   * @param first the number of the first
   * @param count number of nodes
   * @param role role that names them
   */
  public record Range(int first, int count, Role role) {
  }

  /** Keeps a copy. */
  public RoleNames {
    ranges = List.copyOf(ranges);
  }

  @Override
  public String name(int node) {
    Range range = rangeOf(node);
    return range == null ? others.name(node) : range.role.name(node - range.first);
  }

  @Override
  public int node(String name) {
    for (Range range : ranges) {
      int index = range.role.index(name, range.count);
      if (index >= 0) {
        return range.first + index;
      }
    }
    int other = others.node(name);
    return rangeOf(other) == null ? other : NONE;
  }

  private @Nullable Range rangeOf(int node) {
    for (Range range : ranges) {
      if (node >= range.first && node < range.first + range.count) {
        return range;
      }
    }
    return null;
  }
}
