package dev.inflight.net.inband;

/** What brings telemetry back from the receiver to the sender (draft-miao-rtgwg-hpccplus §6.2.2). */
public sealed interface ReportReturn permits ByAcks, ByNotifications {
  /** Its name in scenarios, such as {@code acks}. */
  String name();
}
