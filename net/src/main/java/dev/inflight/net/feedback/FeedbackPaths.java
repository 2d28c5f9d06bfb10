package dev.inflight.net.feedback;

import java.util.List;

/** Every return of reports there is. */
public final class FeedbackPaths {
  /** All of them. */
  public static final List<FeedbackPath> ALL = List.of(ByAcks.DEFAULT, ByNotifications.DEFAULT, ByWindows.DEFAULT);

  /** All feedback paths, also with other parameters that return other data. */
  public static final List<FeedbackPath> EVERY = List.of(ByAcks.DEFAULT, ByNotifications.DEFAULT, ByNotifications.OF_BUSIEST,
      ByWindows.DEFAULT);

  private FeedbackPaths() {
  }
}
