package dev.inflight.sim.collective;

import dev.inflight.sim.graph.CollectiveKind;

/** How ranks carry out a kind of collective by messages. */
public interface CollectiveAlgorithm {
  /** Its name in scenarios, such as {@code ring}. */
  String name();

  /** Whether it carries out this kind. */
  boolean does(CollectiveKind kind);

  /** How many messages a kind is among so many ranks, at least. */
  default long leastMessages(CollectiveKind kind, int ranks) {
    return ranks - 1L;
  }

  /**
   * Adds the messages.
   *
   * @throws IllegalArgumentException with a sentence, when it cannot be done by so many ranks
   */
  void add(Members members, CollectiveKind kind, long sizeBytes);
}
