package dev.inflight.telemetry;

/** What a report says, for people who look for an error. */
final class HopsText {
  private HopsText() {
  }

  static String of(Hops hops) {
    if (hops.answered() != null) {
      return hops.answered() + " " + hops.answer() + " at " + hops.pathId();
    }
    var text = new StringBuilder("path " + hops.pathId() + (hops.cutOff() ? " (cut off)" : "") + ":");
    for (int hop = 0; hop < hops.count(); hop++) {
      text.append(" [t=").append(hops.timePs(hop)).append("ps sent=").append(hops.sentBytes(hop))
          .append("B queue=").append(hops.queueBytes(hop))
          .append("B rate=").append(hops.rateBitsPerSec(hop)).append("b/s]");
    }
    return text.toString();
  }
}
