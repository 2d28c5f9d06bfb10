package dev.inflight.sim.collective;

import dev.inflight.sim.collective.plan.ChannelPlan;
import dev.inflight.sim.graph.CollectiveKind;

/**
 * Each rank sends its part to each other rank directly: in step s rank r sends to r + s, so that in each step every rank receives
 * from one other. A rank's simultaneous sends are bounded, because real NICs work on a bounded number of queue pairs, and to
 * bound the memory here. In a scatter only the root sends.
 */
final class Pairwise implements CollectiveAlgorithm {
  /** Number of a rank's simultaneous sends. */
  static final int AT_ONCE = 8;

  @Override
  public String name() {
    return "pairwise";
  }

  @Override
  public boolean does(CollectiveKind kind) {
    return kind == CollectiveKind.ALL_TO_ALL || kind == CollectiveKind.ALL_GATHER || kind == CollectiveKind.SCATTER;
  }

  @Override
  public double leastMessages(CollectiveKind kind, ChannelPlan plan, long sizeBytes) {
    int ranks = plan.servers().members();
    return kind == CollectiveKind.SCATTER ? ranks - 1.0 : ranks * (ranks - 1.0);
  }

  @Override
  public void add(Members members, CollectiveKind kind, long sizeBytes) {
    Direct.exchange(members, kind, sizeBytes, new SendWindow(members, members.count(), members.plan().slots(AT_ONCE)));
  }
}
