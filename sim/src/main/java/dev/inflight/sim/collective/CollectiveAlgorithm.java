package dev.inflight.sim.collective;

import dev.inflight.sim.collective.plan.ChannelPlan;
import dev.inflight.sim.collective.plan.ServerGroups;
import dev.inflight.sim.graph.CollectiveKind;
import dev.inflight.sim.graph.GraphBuilder;

/** An algorithm that carries out collectives by messages between ranks. */
public interface CollectiveAlgorithm {
  /** Name in scenarios, such as {@code ring}. */
  String name();

  /** True if it carries out this kind. */
  boolean does(CollectiveKind kind);

  /**
   * Least number of messages of a kind in a channel.
   *
   * @param sizeBytes the channel's part of the collective's size
   */
  double leastMessages(CollectiveKind kind, ChannelPlan plan, long sizeBytes);

  /** Least number of these messages in units of memory; see {@link GraphBuilder#RING_MESSAGES}. */
  default double leastKept(CollectiveKind kind, ChannelPlan plan, long sizeBytes) {
    return leastMessages(kind, plan, sizeBytes);
  }

  /** Number of channels if none is set. */
  default int channels(ChannelPlan plan, long sizeBytes) {
    return 1;
  }

  /**
   * Rejects ranks for which the algorithm does not work.
   *
   * @param channels number of channels
   * @throws IllegalArgumentException with a sentence
   */
  default void check(ServerGroups servers, int channels) {
    // Most algorithms work for all ranks.
  }

  /**
   * Adds the messages of one channel.
   *
   * @param members members of the collective, and the channel
   * @param sizeBytes the channel's part of the collective's size
   */
  void add(Members members, CollectiveKind kind, long sizeBytes);
}
