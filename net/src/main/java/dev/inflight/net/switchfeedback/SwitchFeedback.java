package dev.inflight.net.switchfeedback;

/** Whether switches answer packets themselves, and do not only write into them (draft-pan-tsvwg-hpccplus §6.3). */
public sealed interface SwitchFeedback permits NoSwitchFeedback, DirectFeedback {
  /** Its name in scenarios, such as {@code direct}. */
  String name();
}
