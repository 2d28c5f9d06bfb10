package dev.inflight.net.feedback;

/** Packets that return telemetry, or the receiver's decision, to the sender (draft-miao-rtgwg-hpccplus §6.2.2, §6.3.2). */
public sealed interface FeedbackPath permits ByAcks, ByCountedAcks, ByNotifications, ByWindows {
  /** Name in scenarios, such as {@code acks}. */
  String name();

  /** True if the receiver chooses one link of the path, and returns a report of it alone. */
  default boolean choosesLink() {
    return false;
  }

  /** True if the receiver reports its number of flows to senders that decide. */
  default boolean countsFlows() {
    return false;
  }

  /** True if the receiver needs properties of the path to work for senders that decide. */
  default boolean helpsSenders() {
    return choosesLink() || countsFlows();
  }
}
