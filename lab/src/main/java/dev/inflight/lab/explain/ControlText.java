package dev.inflight.lab.explain;

import dev.inflight.lab.explain.control.ControlLog;
import dev.inflight.lab.explain.control.WatchedControl;
import dev.inflight.lab.explain.words.PortPhrases;
import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.scenario.Catalog;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** Explains in words why a flow's own control limited it while its path was free. */
final class ControlText {
  /** Relative difference below which rates count as equal. */
  private static final double SAME_RATE = 0.02;

  private ControlText() {
  }

  /** Returns the end of a sentence: the path's load, the rate that the control allowed, and the decrease that led to it. */
  static String of(Explanation of, Ledger.Span span) {
    long untilPs = Math.min(span.toPs(), of.lifePs());
    ControlLog.Allowed allowed = of.control().within(span.fromPs(), untilPs);
    ControlLog.Decrease decrease = of.control().within(0, untilPs).lastDecrease();
    return busiest(of, span, untilPs) + " " + rates(allowed) + reason(decrease) + " Congestion control: "
        + Catalog.SCHEMES.describeBriefly(of.setup().flowClasses().get(of.setup().flows().flowClass(of.flow())).scheme()) + ".";
  }

  private static String busiest(Explanation of, Ledger.Span span, long untilPs) {
    return of.path().stream().max(Comparator.comparingLong(port -> port.within(span).busyPs))
        .map(port -> ": its busiest port, " + PortPhrases.name(of.setup().topology(), port.port) + ", was sending for "
            + Humanize.percent(Math.min(1, (double) port.within(span).busyPs / Math.max(1, untilPs - span.fromPs())))
            + " of that time.")
        .orElse(".");
  }

  private static String rates(ControlLog.Allowed allowed) {
    if (allowed.firstBitsPerSec() < 0) {
      return "It sent no packet in that time.";
    }
    long least = allowed.leastBitsPerSec();
    long most = allowed.mostBitsPerSec();
    if (most - least <= SAME_RATE * most) {
      return "Window and pace allowed it " + Humanize.rate(allowed.lastBitsPerSec()) + " throughout.";
    }
    return "The rate that window and pace allowed went from " + Humanize.rate(allowed.firstBitsPerSec()) + " to "
        + Humanize.rate(allowed.lastBitsPerSec()) + " (" + Humanize.rate(least) + " at least, " + Humanize.rate(most)
        + " at most).";
  }

  private static String reason(ControlLog.@Nullable Decrease decrease) {
    if (decrease == null) {
      return " It had not decreased its rate before: this is its initial or its highest rate.";
    }
    return " The last decrease was " + Humanize.time(decrease.sincePs()) + " after its start, " + words(decrease.at()) + "from "
        + Humanize.rate(decrease.fromBitsPerSec()) + " to " + Humanize.rate(decrease.toBitsPerSec()) + ".";
  }

  private static String words(WatchedControl.Event event) {
    return switch (event) {
      case MARK -> "at an acknowledgement with an ECN mark, ";
      case REPORT -> "at an acknowledgement with telemetry, ";
      case ACK -> "at an acknowledgement, ";
      case LOSS -> "at an acknowledgement that reports a loss, ";
      case CNP -> "at a congestion notification packet, ";
      case TIMER -> "at its timer, ";
      case TIMEOUT -> "at a retransmission timeout, ";
      case OTHER_PATH -> "at a change of its path, ";
      case UNKNOWN -> "";
    };
  }
}
