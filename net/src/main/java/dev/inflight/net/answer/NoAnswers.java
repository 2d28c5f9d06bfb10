package dev.inflight.net.answer;

/** Switches write into packets, and send none of their own. */
public record NoAnswers() implements SwitchAnswers {
  /** The only one. */
  public static final NoAnswers DEFAULT = new NoAnswers();

  @Override
  public String name() {
    return "none";
  }
}
