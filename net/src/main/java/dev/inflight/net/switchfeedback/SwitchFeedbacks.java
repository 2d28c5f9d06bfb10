package dev.inflight.net.switchfeedback;

import java.util.List;

/** Every way for switches to answer, with its default parameters. */
public final class SwitchFeedbacks {
  /** All of them. */
  public static final List<SwitchFeedback> ALL = List.of(NoSwitchFeedback.DEFAULT, DirectFeedback.DEFAULT, FastCnp.DEFAULT);

  private SwitchFeedbacks() {
  }
}
