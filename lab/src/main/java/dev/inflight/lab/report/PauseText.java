package dev.inflight.lab.report;

import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.result.RunSummary;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.measure.PortValue;
import dev.inflight.sim.measure.SwitchValue;
import java.util.List;

/** Screen text about pauses and PFC watchdogs. */
final class PauseText {
  private static final int PORTS = 3;

  private PauseText() {
  }

  /** Line without its label. */
  static String of(RunSummary outcome) {
    RunResult totals = outcome.totals();
    if (totals.of(SwitchValue.PAUSES_SENT) == 0 && totals.of(PortValue.PAUSED) == 0) {
      return "no pauses";
    }
    long sent = totals.of(SwitchValue.PAUSES_SENT);
    return (sent == 0 ? "no pauses by switches" : Humanize.count(sent, "pause")) + ", "
        + Humanize.time(totals.of(PortValue.PAUSED)) + " of all ports' time together"
        + storms(outcome, totals.of(PortValue.WATCHDOG_STORMS));
  }

  private static String storms(RunSummary outcome, long storms) {
    if (storms == 0) {
      return "";
    }
    Topology topology = outcome.scenario().setup().topology();
    List<String> ports = outcome.ports().stream().filter(port -> port.of(PortValue.WATCHDOG_STORMS) > 0)
        .map(port -> topology.portName(port.port().node(), port.port().number(), port.port().peerNode())).toList();
    return "; watchdogs found " + Humanize.count(storms, "storm") + ", at "
        + String.join(", ", ports.subList(0, Math.min(PORTS, ports.size())))
        + (ports.size() > PORTS ? " and " + (ports.size() - PORTS) + " more" : "");
  }
}
