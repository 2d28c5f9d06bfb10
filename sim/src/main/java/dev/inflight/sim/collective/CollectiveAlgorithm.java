package dev.inflight.sim.collective;

import dev.inflight.sim.collective.plan.ChannelPlan;
import dev.inflight.sim.collective.plan.ServerGroups;
import dev.inflight.sim.graph.CollectiveKind;
import dev.inflight.sim.graph.GraphBuilder;

/** How ranks carry out a kind of collective by messages. */
public interface CollectiveAlgorithm {
  /** Its name in scenarios, such as {@code ring}. */
  String name();

  /** Whether it carries out this kind. */
  boolean does(CollectiveKind kind);

  /**
   * How many messages a kind is in a channel, at least.
   *
   * @param sizeBytes the channel's part of the collective's size
   */
  double leastMessages(CollectiveKind kind, ChannelPlan plan, long sizeBytes);

  /** How many of these messages take the memory of one, at least; see {@link GraphBuilder#RING_MESSAGES}. */
  default double leastKept(CollectiveKind kind, ChannelPlan plan, long sizeBytes) {
    return leastMessages(kind, plan, sizeBytes);
  }

  /** How many channels it takes where none are asked for. */
  default int channels(ChannelPlan plan, long sizeBytes) {
    return 1;
  }

  /**
   * Refuses ranks among which it cannot be done.
   *
   * @param channels how many are taken
   * @throws IllegalArgumentException with a sentence
   */
  default void check(ServerGroups servers, int channels) {
    // most do for all
  }

  /**
   * Adds the messages of one channel.
   *
   * @param members who takes part, and the channel
   * @param sizeBytes the channel's part of the collective's size
   */
  void add(Members members, CollectiveKind kind, long sizeBytes);
}
