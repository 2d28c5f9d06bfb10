package dev.inflight.sim.graph;

/**
 * A binary tree whose root is the first rank, or that which has the bytes: sums go up and results come down, in parts that follow each other, so that
 * all levels are at work at once.
 */
final class BinaryTree implements CollectiveAlgorithm {
  /** Bytes of a part; smaller ones cost a round trip each, larger ones leave levels idle. */
  static final long PART_BYTES = 128 << 10;
  private static final int MOST_PARTS = 64;

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
    int parts = (int) Math.clamp(sizeBytes / PART_BYTES, 1, MOST_PARTS);
    int root = kind == CollectiveKind.BROADCAST ? members.root() : 0;
    for (int part = 0; part < parts; part++) {
      long bytes = Collectives.part(sizeBytes, parts, part);
      int has = kind == CollectiveKind.ALL_REDUCE ? up(members, root, 0, bytes) : members.last(root);
      down(members, root, 0, has, bytes);
    }
  }

  /** The member at a place of the tree, whose children are at places 2 p + 1 and 2 p + 2. */
  private static int at(Members members, int root, int place) {
    return (root + place) % members.count();
  }

  /** Sums of a subtree come together at its top; returns what must have ended there. */
  private static int up(Members members, int root, int place, long bytes) {
    int member = at(members, root, place);
    int has = members.last(member);
    for (int child = 2 * place + 1; child <= 2 * place + 2 && child < members.count(); child++) {
      int below = up(members, root, child, bytes);
      int send = members.message(at(members, root, child), member, bytes, below, has); // one after the other: the sum needs both
      members.endsWith(at(members, root, child), send);
      has = send + 1;
    }
    return has;
  }

  private static void down(Members members, int root, int place, int has, long bytes) {
    int member = at(members, root, place);
    if (has != Collectives.NONE) {
      members.endsWith(member, has);
    }
    for (int child = 2 * place + 1; child <= 2 * place + 2 && child < members.count(); child++) {
      int below = at(members, root, child);
      int send = members.message(member, below, bytes, has, members.last(below));
      members.endsWith(member, send);
      down(members, root, child, send + 1, bytes);
    }
  }
}
