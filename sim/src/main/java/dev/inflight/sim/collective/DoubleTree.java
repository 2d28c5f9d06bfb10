package dev.inflight.sim.collective;

import dev.inflight.sim.collective.plan.ChannelPlan;
import dev.inflight.sim.collective.plan.ServerGroups;
import dev.inflight.sim.graph.CollectiveKind;
import dev.inflight.sim.graph.OperationGraph;

/**
 * Two binary trees over servers, each with half of the bytes. All but one or two servers have children in only one of the trees
 * (NCCL's trees.cc; Sanders, Speck and Traeff 2009). Within a server, members form a chain from the member in the tree; that
 * member differs by channel, so that all NICs work. The second tree uses separate connections.
 */
final class DoubleTree implements CollectiveAlgorithm {
  static final String NAME = "double-tree";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public boolean does(CollectiveKind kind) {
    return kind == CollectiveKind.ALL_REDUCE;
  }

  @Override
  public double leastMessages(CollectiveKind kind, ChannelPlan plan, long sizeBytes) {
    return 4.0 * (plan.servers().members() - 1) * Parts.count(plan, sizeBytes / 2);
  }

  @Override
  public int channels(ChannelPlan plan, long sizeBytes) {
    return plan.railChannels(sizeBytes);
  }

  @Override
  public void check(ServerGroups servers, int channels) {
    if (2 * channels > OperationGraph.MOST_CHANNELS) {
      throw new IllegalArgumentException("'double-tree' has two trees in each channel, and there are at most "
          + OperationGraph.MOST_CHANNELS + " trees; write channels=" + OperationGraph.MOST_CHANNELS / 2 + " or fewer");
    }
  }

  @Override
  public void add(Members members, CollectiveKind kind, long sizeBytes) {
    for (int tree = 0; tree < Math.min(2, sizeBytes); tree++) {
      long part = sizeBytes == 1 ? 1 : Collectives.part(sizeBytes, 2, tree);
      add(members, tree, part);
    }
  }

  private static void add(Members members, int tree, long sizeBytes) {
    ServerGroups servers = members.servers();
    int channel = members.channel();
    int[] parents = new int[members.count()];
    int root = 0;
    for (int server = 0; server < servers.count(); server++) {
      int head = servers.member(server, channel);
      int parent = parent(server, servers.count(), tree);
      parents[head] = parent < 0 ? head : servers.member(parent, channel);
      root = parent < 0 ? head : root;
      for (int local = 1; local < servers.size(server); local++) {
        parents[servers.member(server, channel + local)] = servers.member(server, channel + local - 1);
      }
    }
    new PipelinedTree(members, root, parents).add(CollectiveKind.ALL_REDUCE, channel + tree * members.channels(), sizeBytes);
  }

  /** The parent of a server in the first or the second tree; -1 for the root. */
  static int parent(int server, int count, int tree) {
    if (tree == 0) {
      return parent(server, count);
    }
    if (count % 2 == 1) { // the same tree, shifted by one
      int parent = parent((server + count - 1) % count, count);
      return parent < 0 ? parent : (parent + 1) % count;
    }
    int parent = parent(count - 1 - server, count); // the same tree, mirrored
    return parent < 0 ? parent : count - 1 - parent;
  }

  /** Parent of a server in a tree in which odd numbers are leaves; its root is 0. */
  private static int parent(int server, int count) {
    if (server == 0) {
      return -1;
    }
    int bit = Integer.lowestOneBit(server);
    int up = server ^ bit | bit << 1;
    return up >= count ? server ^ bit : up;
  }
}
