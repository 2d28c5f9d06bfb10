package dev.inflight.sim.collective;

import dev.inflight.sim.collective.plan.ChannelPlan;
import dev.inflight.sim.graph.CollectiveKind;
import dev.inflight.sim.graph.GraphBuilder;

/**
 * Each rank sends to the next one only. In each of n - 1 steps a rank passes on the part that has just arrived, after adding its
 * own if the collective sums. An all-reduce goes round twice, first to sum, then to share. A broadcast passes the buffer on in
 * {@link Parts}, so that all links carry data at once; a reduce does so with sums. If ranks share servers, each channel has
 * another order of ranks.
 */
final class Ring implements CollectiveAlgorithm {
  /** Least number of chunks in a rank's data of a step: the first one arrives while the last of the step before is sent. */
  private static final int CHUNKS_OF_STEP = 4;

  @Override
  public String name() {
    return "ring";
  }

  @Override
  public boolean does(CollectiveKind kind) {
    return switch (kind) {
      case ALL_REDUCE, ALL_GATHER, REDUCE_SCATTER, BROADCAST, REDUCE -> true;
      case ALL_TO_ALL, GATHER, SCATTER, SEND_RECV -> false;
    };
  }

  @Override
  public double leastMessages(CollectiveKind kind, ChannelPlan plan, long sizeBytes) {
    int ranks = plan.servers().members();
    if (kind == CollectiveKind.BROADCAST || kind == CollectiveKind.REDUCE) {
      return (ranks - 1.0) * Parts.count(plan, sizeBytes);
    }
    return (kind == CollectiveKind.ALL_REDUCE ? 2.0 : 1.0) * ranks * (ranks - 1) * chunks(plan, ranks, sizeBytes);
  }

  @Override
  public double leastKept(CollectiveKind kind, ChannelPlan plan, long sizeBytes) {
    double messages = leastMessages(kind, plan, sizeBytes);
    return kind == CollectiveKind.BROADCAST || kind == CollectiveKind.REDUCE ? messages : messages / GraphBuilder.RING_MESSAGES;
  }

  /** Number of chunks of the largest part that a rank forwards. */
  private static int chunks(ChannelPlan plan, int ranks, long sizeBytes) {
    return plan.chunks(Collectives.part(sizeBytes, ranks, 0), 1, CHUNKS_OF_STEP);
  }

  @Override
  public int channels(ChannelPlan plan, long sizeBytes) {
    return plan.railChannels(sizeBytes);
  }

  @Override
  public void add(Members members, CollectiveKind kind, long sizeBytes) {
    int[] order = members.servers().ring(members.channel());
    if (kind == CollectiveKind.BROADCAST || kind == CollectiveKind.REDUCE) {
      int[] chain = chain(order, members.root(), kind == CollectiveKind.BROADCAST ? 0 : 1);
      passOn(members, chain, sizeBytes);
      return;
    }
    int count = members.count();
    int chunks = chunks(members.plan(), count, sizeBytes);
    int steps = (kind == CollectiveKind.ALL_REDUCE ? 2 : 1) * (count - 1);
    members.ring(order, steps, sizeBytes, chunks, members.plan().slots(ChannelPlan.SLOTS));
  }

  /** Returns the ring as a chain that starts at a distance behind a member. */
  private static int[] chain(int[] order, int root, int behind) {
    int at = 0;
    while (order[at] != root) {
      at++;
    }
    int[] chain = new int[order.length];
    for (int place = 0; place < chain.length; place++) {
      chain[place] = order[(at + behind + place) % chain.length];
    }
    return chain;
  }

  private static void passOn(Members members, int[] chain, long sizeBytes) {
    var parts = new Parts(members, members.channel(), sizeBytes, chain.length);
    for (int part = 0; part < parts.count(); part++) {
      int has = members.last(chain[0]);
      for (int hop = 1; hop < chain.length; hop++) {
        int at = chain[hop - 1];
        int next = chain[hop];
        int send = parts.message(hop, part, at, next, has, members.last(next));
        members.endsWith(at, send);
        members.endsWith(next, send + 1);
        has = send + 1;
      }
    }
  }
}
