package dev.inflight.sim.collective;

import dev.inflight.sim.graph.CollectiveKind;
import java.util.Arrays;

/** A tree of ranks. A buffer goes up it as sums, down it, or both, in successive parts, so that all levels work at once. */
final class PipelinedTree {
  private final Members members;
  private final int root;
  private final int[][] children;

  /**
   * Makes a tree.
   *
   * @param parents the parent of each member; the root is its own parent
   */
  PipelinedTree(Members members, int root, int[] parents) {
    this.members = members;
    this.root = root;
    int[] counts = new int[parents.length];
    for (int member = 0; member < parents.length; member++) {
      counts[parents[member]] += member == root ? 0 : 1;
    }
    children = new int[parents.length][];
    Arrays.setAll(children, member -> new int[counts[member]]);
    int[] found = new int[parents.length];
    for (int step = 0; step < parents.length; step++) {
      int member = (root + step) % parents.length;
      if (member != root) {
        children[parents[member]][found[parents[member]]++] = member;
      }
    }
  }

  /** Adds the messages of an all-reduce, a broadcast from the root, or a reduce to it. */
  void add(CollectiveKind kind, int channel, long sizeBytes) {
    var rising = new Parts(members, channel, sizeBytes, children.length);
    var falling = new Parts(members, channel, sizeBytes, children.length);
    for (int part = 0; part < falling.count(); part++) {
      int has = kind == CollectiveKind.BROADCAST ? members.last(root) : up(rising, root, part);
      if (kind == CollectiveKind.REDUCE) {
        members.endsWith(root, has);
      } else {
        down(falling, root, has, part);
      }
    }
  }

  /** Adds the sums of a subtree up to its top; returns the operation that must have ended there. */
  private int up(Parts parts, int member, int part) {
    int has = members.last(member);
    for (int child : children[member]) {
      int below = up(parts, child, part);
      int send = parts.message(child, part, child, member, below, has); // one after the other: the sum needs both
      members.endsWith(child, send);
      has = send + 1;
    }
    return has;
  }

  private void down(Parts parts, int member, int has, int part) {
    if (has != Collectives.NONE) {
      members.endsWith(member, has);
    }
    for (int child : children[member]) {
      int send = parts.message(child, part, member, child, has, members.last(child));
      members.endsWith(member, send);
      down(parts, child, send + 1, part);
    }
  }
}
