package dev.inflight.telemetry;

/** What concerns the records of a report beyond single fields: queues that a hop does not say or that are the reader's own, and a text of them all. */
public final class HopRecords {
  private static final long UNKNOWN = -1;

  private HopRecords() {
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

  /** What a report says, for people who look for an error. */
  static String text(Hops hops) {
    if (hops.answered() != null) {
      return hops.answered() + " " + hops.answer() + " at " + hops.pathId();
    }
    var text = new StringBuilder("path " + hops.pathId() + (hops.cutOff() ? " (cut off)" : "") + ":");
    for (int hop = 0; hop < hops.count(); hop++) {
      text.append(" [t=").append(hops.timePs(hop)).append("ps sent=").append(hops.sentBytes(hop)).append("B queue=")
          .append(hops.queueBytes(hop)).append("B rate=").append(hops.rateBitsPerSec(hop)).append("b/s]");
    }
    return text.toString();
  }
}
