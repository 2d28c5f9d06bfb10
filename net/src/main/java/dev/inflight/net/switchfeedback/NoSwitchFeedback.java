package dev.inflight.net.switchfeedback;

/** Switches write into packets, and send no packets of their own. */
public record NoSwitchFeedback() implements SwitchFeedback {
  /** The only one. */
  public static final NoSwitchFeedback DEFAULT = new NoSwitchFeedback();

  @Override
  public String name() {
    return "none";
  }
}
