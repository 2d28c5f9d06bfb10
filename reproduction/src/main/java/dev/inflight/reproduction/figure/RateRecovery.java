package dev.inflight.reproduction.figure;

import dev.inflight.reproduction.figure.Claim.Bound;
import dev.inflight.reproduction.figure.Claim.Known;
import dev.inflight.plot.PlotAxis;
import dev.inflight.plot.Chart;
import dev.inflight.plot.Mark;
import dev.inflight.plot.Panel;
import java.util.List;

/** Figures 9a and 9b: a long flow after a short one has left. */
public final class RateRecovery extends Figure {
  private static final String HPCC = "fig09a-hpcc";
  private static final String WITHOUT_STAGES = "fig09a-hpcc-stage0";
  private static final String DCQCN = "fig09a-dcqcn";
  private static final int SHORT_FLOW = 1;
  private static final double LINE_GBPS = 25;
  private static final double RECOVERED_GBPS = 0.9 * LINE_GBPS;
  private static final double RTT_US = 5.4;
  /** Rows of 1 us over which rates are averaged: about an RTT, or 14 packets. */
  private static final int ROWS = 5;
  private static final int SHOWN_ROWS = 25;
  private static final double SHOWN_BEFORE_US = -1000;
  private static final double SHOWN_AFTER_US = 3000;
  private static final Known STAGES = new Known(Bound.between(5 * RTT_US, 7 * RTT_US, "us"),
      "with maxStage 0 (next row) the time is 13.1 us: maxStage 5 takes five additive steps first");

  /** Creates the figure. */
  public RateRecovery() {
    super("fig09a", List.of("fig09b"), "rate recovery: a flow of 1 MB joins a long one and leaves",
        List.of(HPCC, WITHOUT_STAGES, DCQCN));
  }

  /** Returns the rate of the long flow's NIC, with times counted from the short flow's end. */
  private static Trace rate(Results results, String scenario, int rows) {
    return results.throughputGbps(scenario, 0, 1).smoothed(rows).since(results.endUs(scenario, SHORT_FLOW));
  }

  /** Time from the short flow's end until the long flow has recovered its rate; the rest of the run if it never does. */
  private static double backUs(Results results, String scenario) {
    Trace after = rate(results, scenario, ROWS).after(0);
    double back = after.firstUs(gbps -> gbps >= RECOVERED_GBPS);
    return Double.isNaN(back) ? after.endUs() : back;
  }

  @Override
  public List<Claim> claims(Results results) {
    return List.of(
        new Claim("fig09a-hpcc", "HPCC: time from the short flow's end until the long flow is at 90 % of line rate",
            "right after", backUs(results, HPCC), Bound.atMost(5 * RTT_US, "us"), STAGES),
        new Claim("fig09a-hpcc-stage0", "HPCC with maxStage 0: the same", "right after", backUs(results, WITHOUT_STAGES),
            Bound.atMost(5 * RTT_US, "us")),
        new Claim("fig09b-dcqcn", "DCQCN: the same (the run's end if never)", "not within 2 ms", backUs(results, DCQCN),
            Bound.atLeast(2000, "us")).against(2000));
  }

  @Override
  public Chart chart(Results results) {
    var lines = List.of(shown(results, HPCC).line("HPCC"), shown(results, WITHOUT_STAGES).line("HPCC, maxStage 0"),
        shown(results, DCQCN).line("DCQCN"));
    return new Chart("Figures 9a, 9b: the rate of a long flow that a short one has joined", List.of(new Panel(
        "What the long flow sends, 25 Gb/s",
        new PlotAxis("time since the short flow's end (us)", SHOWN_BEFORE_US, SHOWN_AFTER_US), new PlotAxis("rate (Gb/s)", 0, 30),
        lines, List.of(Mark.level("90 % of line rate", RECOVERED_GBPS), Mark.at("short flow ends", 0)))));
  }

  private static Trace shown(Results results, String scenario) {
    return rate(results, scenario, SHOWN_ROWS).between(SHOWN_BEFORE_US, SHOWN_AFTER_US).binned(5);
  }
}
