package dev.inflight.net.inband;

import java.util.List;

/** Every return of reports there is. */
public final class ReportReturns {
  /** All of them. */
  public static final List<ReportReturn> ALL = List.of(ByAcks.DEFAULT, ByNotifications.DEFAULT);

  private ReportReturns() {
  }
}
