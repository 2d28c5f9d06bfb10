package dev.inflight.sim.collective;

import dev.inflight.sim.collective.plan.ChannelPlan;
import dev.inflight.sim.graph.CollectiveKind;

/** Choice of the algorithm for the collectives of a program, each by its kind, its ranks and its size. */
@FunctionalInterface
public interface CollectiveChoice {
  /**
   * A way to carry out a collective.
   *
   * @param algorithm algorithm that carries out its kind
   * @param plan plan; its members are the places of the ranks
   */
  record Way(String algorithm, ChannelPlan plan) {
  }

  /**
   * Returns the way in which ranks of the program carry out a collective.
   *
   * @param ranks 2 or more, each once
   * @param sizeBytes a rank's whole buffer, or all parts together
   */
  Way of(CollectiveKind kind, int[] ranks, long sizeBytes);

  /** Returns the choice of the usual algorithm on one channel, as for hosts outside servers. */
  static CollectiveChoice plain() {
    return (kind, ranks, _) -> new Way(Collectives.usual(kind).name(), ChannelPlan.plain(ranks.length));
  }
}
