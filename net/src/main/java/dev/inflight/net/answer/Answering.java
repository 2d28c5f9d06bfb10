package dev.inflight.net.answer;

import java.util.List;

/** Every way for switches to answer, with its default parameters. */
public final class Answering {
  /** All of them. */
  public static final List<SwitchAnswers> ALL = List.of(NoAnswers.DEFAULT, DirectAnswers.DEFAULT);

  private Answering() {
  }
}
