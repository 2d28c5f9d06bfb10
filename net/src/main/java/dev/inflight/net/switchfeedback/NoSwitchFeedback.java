package dev.inflight.net.switchfeedback;

/** Switches write into packets, but send none themselves. */
public record NoSwitchFeedback() implements SwitchFeedback {
  /** The only one. */
  public static final NoSwitchFeedback DEFAULT = new NoSwitchFeedback();

  @Override
  public String name() {
    return "none";
  }
}
