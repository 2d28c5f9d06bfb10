package dev.inflight.sim.collective;

import dev.inflight.sim.collective.plan.ChannelPlan;
import dev.inflight.sim.graph.CollectiveKind;

/** A binary tree. Its root is the rank that has the bytes or gets the sum; without such a rank, the first one. */
final class BinaryTree implements CollectiveAlgorithm {
  @Override
  public String name() {
    return "tree";
  }

  @Override
  public boolean does(CollectiveKind kind) {
    return kind == CollectiveKind.ALL_REDUCE || kind == CollectiveKind.BROADCAST || kind == CollectiveKind.REDUCE;
  }

  @Override
  public double leastMessages(CollectiveKind kind, ChannelPlan plan, long sizeBytes) {
    return (kind == CollectiveKind.ALL_REDUCE ? 2.0 : 1.0) * (plan.servers().members() - 1) * Parts.count(plan, sizeBytes);
  }

  @Override
  public void add(Members members, CollectiveKind kind, long sizeBytes) {
    int root = kind == CollectiveKind.ALL_REDUCE ? 0 : members.root();
    int count = members.count();
    int[] parents = new int[count];
    for (int place = 0; place < count; place++) { // of the tree; children of p are at 2 p + 1 and 2 p + 2
      parents[(root + place) % count] = (root + Math.max(0, place - 1) / 2) % count;
    }
    new PipelinedTree(members, root, parents).add(kind, members.channel(), sizeBytes);
  }
}
