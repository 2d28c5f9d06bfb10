package dev.inflight.net.answer;

import java.util.List;

/** Every way for switches to answer, with its default parameters. */
public final class Answering {
  /** All of them. */
  public static final List<SwitchFeedback> ALL = List.of(NoSwitchFeedback.DEFAULT, DirectFeedback.DEFAULT);

  private Answering() {
  }
}
