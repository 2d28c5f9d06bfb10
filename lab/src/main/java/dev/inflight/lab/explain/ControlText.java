package dev.inflight.lab.explain;

import dev.inflight.lab.explain.control.ControlLog;
import dev.inflight.lab.explain.control.WatchedControl;
import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.scenario.Catalog;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** Why a flow's own control held it back while its path was free, in words. */
final class ControlText {
  /** Rates that differ less are one rate. */
  private static final double SAME_RATE = 0.02;

  private ControlText() {
  }

  /** The end of a sentence: how busy the path was, what the control allowed, and since which decrease. */
  static String of(Explanation of, Ledger.Span span) {
    long untilPs = Math.min(span.toPs(), of.lifePs());
    ControlLog.Allowed allowed = of.control().within(span.fromPs(), untilPs);
    ControlLog.Decrease decrease = of.control().within(0, untilPs).lastDecrease();
    return busiest(of, span, untilPs) + " " + rates(allowed) + " " + reason(decrease) + " Congestion control: "
        + Catalog.SCHEMES.describeBriefly(of.setup().flowClasses().get(of.setup().flows().flowClass(of.flow())).scheme()) + ".";
  }

  private static String busiest(Explanation of, Ledger.Span span, long untilPs) {
    return of.path().stream().max(Comparator.comparingLong(port -> port.within(span).busyPs))
        .map(port -> ": its busiest port, " + PortPhrases.name(of.setup().topology(), port.port) + ", was sending for "
            + Humanize.percent((double) port.within(span).busyPs / Math.max(1, untilPs - span.fromPs())) + " of that time.")
        .orElse(".");
  }

  private static String rates(ControlLog.Allowed allowed) {
    long first = allowed.firstBitsPerSec();
    long last = allowed.lastBitsPerSec();
    if (first < 0) {
      return "No packet of it left then.";
    }
    boolean same = Math.abs(last - first) <= SAME_RATE * first;
    return same
        ? "Window and pace allowed it " + Humanize.rate(last) + " all the time."
        : "What window and pace allowed it went from " + Humanize.rate(first) + " to " + Humanize.rate(last) + ".";
  }

  private static String reason(ControlLog.@Nullable Decrease decrease) {
    if (decrease == null) {
      return "Nothing had decreased that: the control starts with it, or has no more.";
    }
    return "The last decrease was " + Humanize.time(decrease.sincePs()) + " after its start, at " + words(decrease.at())
        + ", from " + Humanize.rate(decrease.fromBitsPerSec()) + " to " + Humanize.rate(decrease.toBitsPerSec()) + ".";
  }

  private static String words(WatchedControl.Event event) {
    return switch (event) {
      case MARK -> "an acknowledgement with an ECN mark";
      case REPORT -> "an acknowledgement with telemetry";
      case ACK -> "an acknowledgement";
      case LOSS -> "an acknowledgement that reports a loss";
      case CNP -> "a congestion notification packet";
      case TIMER -> "its timer";
      case TIMEOUT -> "a retransmission timeout";
      case OTHER_PATH -> "a change of its path";
    };
  }
}
