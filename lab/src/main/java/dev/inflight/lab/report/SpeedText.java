package dev.inflight.lab.report;

import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.result.RunSummary;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.fidelity.LeftOut;
import dev.inflight.sim.setup.Setup;
import java.util.Optional;

/** Text about the speed of a run, and the periods that it did not simulate. */
public final class SpeedText {
  private SpeedText() {
  }

  /**
   * Returns the rate at which packets were simulated.
   *
   * @param threads number of threads, in words
   */
  static String of(RunSummary outcome, String threads) {
    return Humanize.count(outcome.totals().packetHops(), "packet-hop") + " in " + Humanize.seconds(outcome.wallSeconds()) + ": "
        + Humanize.roughly(outcome.packetHopsPerSecond()) + " a second, " + threads;
  }

  /** Returns a text about the periods that were not simulated, or about the reason why there are none; empty with fidelity full. */
  static Optional<String> leftOut(RunSummary outcome) {
    Setup setup = outcome.scenario().setup();
    RunResult totals = outcome.totals();
    LeftOut leftOut = totals.leftOut();
    if (setup.fidelity().error() == 0) {
      return Optional.empty();
    }
    if (leftOut.stretches() == 0) {
      return Optional.of("nothing skipped: " + (leftOut.whyNot().isEmpty() ? "no flow lasted long enough" : leftOut.whyNot()));
    }
    double share = totals.simulatedPs() == 0 ? 0 : (double) leftOut.ps() / totals.simulatedPs();
    return Optional.of(
        "skipped " + Humanize.percent(share) + " of the time in " + Humanize.count(leftOut.stretches(), "stretch", "stretches")
            + "; packet-hops simulated " + Humanize.roughly(totals.packetHops()) + ", credited "
            + Humanize.roughly(leftOut.packetHops()) + "; estimated error " + error(leftOut.error())
            + (outcome.isTooInaccurate() ? ", ABOVE THE BOUND OF " + error(setup.fidelity().error()) : ""));
  }

  /** Returns the reason why a run with too large an error failed, as a quiet run prints it; empty for other runs. */
  public static String tooInaccurate(RunSummary outcome) {
    return outcome.isTooInaccurate()
        ? "estimated error " + error(outcome.totals().leftOut().error()) + " is above the "
            + error(outcome.scenario().setup().fidelity().error()) + " of fidelity fast\n"
        : "";
  }

  private static String error(double share) {
    return Humanize.decimal(100 * share, 3) + " %";
  }
}
