package dev.inflight.telemetry;

/** Queues of the hops of a report, beyond how long they are: whether they are known, and what of them counts. */
public final class HopQueues {
  private static final long UNKNOWN = -1;

  private HopQueues() {
  }

  /** States that the last hop of a report says nothing of its queue. */
  public static void lastIsUnknown(Hops report) {
    report.values[(report.count() - 1) * Hops.STRIDE + Hops.QUEUE] = UNKNOWN;
  }

  /** Whether a hop says how long its queue was: so may one that lacks something else, and cannot be measured. */
  public static boolean isKnown(Hops report, int hop) {
    return report.values[hop * Hops.STRIDE + Hops.QUEUE] >= 0;
  }

  /**
   * Makes every queue shorter, none below 0: by bytes that the reader takes for its own.
   *
   * @param byBytes 0 or more
   */
  public static void shorten(Hops report, long byBytes) {
    for (int hop = 0; hop < report.count(); hop++) {
      int at = hop * Hops.STRIDE + Hops.QUEUE;
      if (report.values[at] > 0) {
        report.values[at] = Math.max(0, report.values[at] - byBytes);
      }
    }
  }
}
