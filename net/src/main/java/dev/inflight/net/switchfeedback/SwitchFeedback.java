package dev.inflight.net.switchfeedback;

/**
 * Answers of switches to packets, besides the records that they write into them (draft-pan-tsvwg-hpccplus §6.3,
 * draft-xiao-rtgwg-rocev2-fast-cnp).
 */
public sealed interface SwitchFeedback permits NoSwitchFeedback, DirectFeedback, FastCnp {
  /** Name in scenarios, such as {@code direct}. */
  String name();
}
