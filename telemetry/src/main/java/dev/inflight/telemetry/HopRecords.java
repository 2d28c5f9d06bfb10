package dev.inflight.telemetry;

/** Operations on the records of a whole report: unknown queues, the reader's own bytes in queues, and the report as text. */
public final class HopRecords {
  private static final long UNKNOWN = -1;

  private HopRecords() {
  }

  /** Marks the queue of the report's last hop as unknown. */
  public static void lastIsUnknown(Hops report) {
    report.values[(report.count() - 1) * Hops.STRIDE + Hops.QUEUE] = UNKNOWN;
  }

  /**
   * True if hop {@code hop} reports its queue length. A hop that cannot be measured, because other data are missing, may report
   * it too.
   */
  public static boolean isKnown(Hops report, int hop) {
    return report.values[hop * Hops.STRIDE + Hops.QUEUE] >= 0;
  }

  /**
   * Subtracts the reader's own bytes from every queue of a report, down to 0 at least.
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

  /** Report as text, for debugging. */
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
