package dev.inflight.lab.report;

import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.result.RunSummary;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.fidelity.Skipped;
import dev.inflight.sim.setup.Setup;
import java.util.Optional;

/** Screen text about a run's speed, and about the periods that it did not simulate. */
public final class SpeedText {
  private SpeedText() {
  }

  /**
   * Returns the rate of simulated packets.
   *
   * @param threads number of threads, in words
   */
  static String of(RunSummary outcome, String threads) {
    return Humanize.count(outcome.totals().packetHops(), "packet-hop") + " in " + Humanize.seconds(outcome.wallSeconds()) + ": "
        + Humanize.roughly(outcome.packetHopsPerSecond()) + " a second, " + threads;
  }

  /** Returns a text about skipped periods, or the reason why no period was skipped; empty with full fidelity. */
  static Optional<String> skipped(RunSummary outcome) {
    Setup setup = outcome.scenario().setup();
    RunResult totals = outcome.totals();
    Skipped skipped = totals.skipped();
    if (setup.fidelity().error() == 0) {
      return Optional.empty();
    }
    if (skipped.blocks() > 1) {
      return Optional.of("simulated one of " + skipped.blocks() + " equal parts of the fabric; " + credited(outcome));
    }
    if (skipped.stretches() == 0) {
      return Optional.of("nothing skipped: " + (skipped.whyNot().isEmpty() ? "no flow lasted long enough" : skipped.whyNot()));
    }
    double share = totals.simulatedPs() == 0 ? 0 : (double) skipped.ps() / totals.simulatedPs();
    return Optional.of(
        "skipped " + Humanize.percent(share) + " of the time in " + Humanize.count(skipped.stretches(), "stretch", "stretches")
            + "; " + credited(outcome));
  }

  private static String credited(RunSummary outcome) {
    Skipped skipped = outcome.totals().skipped();
    return "packet-hops simulated " + Humanize.roughly(outcome.totals().packetHops()) + ", credited "
        + Humanize.roughly(skipped.packetHops()) + "; estimated error " + error(skipped.error())
        + (outcome.isTooInaccurate()
            ? ", ABOVE THE BOUND OF " + error(outcome.scenario().setup().fidelity().error()) + why(skipped)
            : "");
  }

  private static String why(Skipped skipped) {
    return skipped.blocks() == 1 ? "" : ": " + skipped.whyNot();
  }

  /** Returns the reason why a run failed by too large an error, as a quiet run prints it; empty for other runs. */
  public static String tooInaccurate(RunSummary outcome) {
    return outcome.isTooInaccurate()
        ? "estimated error " + error(outcome.totals().skipped().error()) + " is above the "
            + error(outcome.scenario().setup().fidelity().error()) + " of fidelity fast\n"
        : "";
  }

  private static String error(double share) {
    return Humanize.decimal(100 * share, 3) + " %";
  }
}
