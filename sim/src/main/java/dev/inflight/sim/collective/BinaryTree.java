package dev.inflight.sim.collective;

import dev.inflight.sim.graph.CollectiveKind;

/**
 * A binary tree whose root is the first rank, or that which has the bytes: sums go up and results come down, in parts that follow each other, so that
 * all levels are at work at once.
 */
final class BinaryTree implements CollectiveAlgorithm {
  @Override
  public String name() {
    return "tree";
  }

  @Override
  public boolean does(CollectiveKind kind) {
    return kind == CollectiveKind.ALL_REDUCE || kind == CollectiveKind.BROADCAST;
  }

  @Override
  public void add(Members members, CollectiveKind kind, long sizeBytes) {
    int root = kind == CollectiveKind.BROADCAST ? members.root() : 0;
    var rising = new Parts(members, sizeBytes, members.count());
    var falling = new Parts(members, sizeBytes, members.count());
    for (int part = 0; part < falling.count(); part++) {
      int has = kind == CollectiveKind.ALL_REDUCE ? up(members, rising, root, 0, part) : members.last(root);
      down(members, falling, root, 0, has, part);
    }
  }

  /** The member at a place of the tree, whose children are at places 2 p + 1 and 2 p + 2. */
  private static int at(Members members, int root, int place) {
    return (root + place) % members.count();
  }

  /** Sums of a subtree come together at its top; returns what must have ended there. */
  private static int up(Members members, Parts parts, int root, int place, int part) {
    int member = at(members, root, place);
    int has = members.last(member);
    for (int child = 2 * place + 1; child <= 2 * place + 2 && child < members.count(); child++) {
      int below = up(members, parts, root, child, part);
      int send = parts.message(child, part, at(members, root, child), member, below, has); // one after the other: the sum needs both
      members.endsWith(at(members, root, child), send);
      has = send + 1;
    }
    return has;
  }

  private static void down(Members members, Parts parts, int root, int place, int has, int part) {
    int member = at(members, root, place);
    if (has != Collectives.NONE) {
      members.endsWith(member, has);
    }
    for (int child = 2 * place + 1; child <= 2 * place + 2 && child < members.count(); child++) {
      int below = at(members, root, child);
      int send = parts.message(child, part, member, below, has, members.last(below));
      members.endsWith(member, send);
      down(members, parts, root, child, send + 1, part);
    }
  }
}
