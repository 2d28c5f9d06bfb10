package dev.inflight.net.feedback;

import java.util.List;

/** All feedback paths, with their default parameters. */
public final class FeedbackPaths {
  /** All feedback paths. */
  public static final List<FeedbackPath> ALL = List.of(ByAcks.DEFAULT, ByCountedAcks.DEFAULT, ByNotifications.DEFAULT,
      ByWindows.DEFAULT);

  /** All feedback paths, including other parameters that return other data. */
  public static final List<FeedbackPath> EVERY = List.of(ByAcks.DEFAULT, ByCountedAcks.DEFAULT, ByNotifications.DEFAULT,
      ByNotifications.OF_BUSIEST, ByWindows.DEFAULT);

  private FeedbackPaths() {
  }
}
