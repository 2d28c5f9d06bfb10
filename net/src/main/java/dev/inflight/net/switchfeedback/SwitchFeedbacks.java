package dev.inflight.net.switchfeedback;

import java.util.List;

/** All kinds of switches' answers, with their default parameters. */
public final class SwitchFeedbacks {
  /** All kinds of switches' answers. */
  public static final List<SwitchFeedback> ALL = List.of(NoSwitchFeedback.DEFAULT, DirectFeedback.DEFAULT, FastCnp.DEFAULT);

  private SwitchFeedbacks() {
  }
}
