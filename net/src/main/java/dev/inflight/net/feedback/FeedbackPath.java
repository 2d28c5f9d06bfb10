package dev.inflight.net.feedback;

/** What brings telemetry back from the receiver to the sender, or what follows from it (draft-miao-rtgwg-hpccplus §6.2.2, §6.3.2). */
public sealed interface FeedbackPath permits ByAcks, ByNotifications, ByWindows {
  /** Its name in scenarios, such as {@code acks}. */
  String name();

  /** Whether the receiver chooses one link of the path, and brings back what it knows of that. */
  default boolean choosesLink() {
    return false;
  }
}
