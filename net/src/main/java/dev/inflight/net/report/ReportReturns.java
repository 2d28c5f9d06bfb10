package dev.inflight.net.report;

import java.util.List;

/** Every return of reports there is. */
public final class ReportReturns {
  /** All of them. */
  public static final List<ReportReturn> ALL = List.of(ByAcks.DEFAULT, ByNotifications.DEFAULT, ByWindows.DEFAULT);

  private ReportReturns() {
  }
}
