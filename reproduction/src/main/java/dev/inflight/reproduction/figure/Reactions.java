package dev.inflight.reproduction.figure;

import dev.inflight.reproduction.figure.Claim.Bound;
import dev.inflight.plot.PlotAxis;
import dev.inflight.plot.Chart;
import dev.inflight.plot.Panel;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Figure 13: reacting to each acknowledgement, once an RTT, or as HPCC does. */
public final class Reactions extends Figure {
  private static final String HPCC = "fig13-hpcc";
  private static final String PER_ACK = "fig13-per-ack";
  private static final String PER_RTT = "fig13-per-rtt";
  private static final String WITHOUT_STAGES = "-stage0";
  private static final double LINE_GBPS = 100;
  private static final double RTT_US = 4.16;
  /** Rows of 1 us in a round trip. */
  private static final int ROWS = 4;
  private static final double LOOK_US = 100;
  private static final double FIRST_US = 200;
  private static final double SHOWN_US = 400;

  /** Creates the figure. */
  public Reactions() {
    super("fig13", List.of(), "16 to 1: reactions to acknowledgements",
        Stream.of(HPCC, PER_ACK, PER_RTT).flatMap(scenario -> Stream.of(scenario, scenario + WITHOUT_STAGES)).toList());
  }

  private static Trace throughput(Results results, String scenario) {
    return results.throughputGbps(scenario, 17, 17);
  }

  private static Trace queue(Results results, String scenario) {
    return results.queueKb(scenario, 17, 17);
  }

  private static double queueAfterLookKb(Results results, String scenario) {
    return queue(results, scenario).between(LOOK_US - 1, LOOK_US).mean();
  }

  @Override
  public List<Claim> claims(Results results) {
    var claims = new ArrayList<>(claims(results, "", ""));
    claims.addAll(claims(results, WITHOUT_STAGES, " with maxStage 0"));
    return claims;
  }

  private static List<Claim> claims(Results results, String variant, String in) {
    double least = throughput(results, PER_ACK + variant).smoothed(ROWS).between(2 * RTT_US, 20 * RTT_US).smallest();
    double hpcc = throughput(results, HPCC + variant).between(0, FIRST_US).mean();
    return List.of(
        new Claim(PER_ACK + variant, "per ACK" + in + ": lowest throughput in any of the first 20 RTTs, relative to line rate",
            "soon almost 0, then oscillates", 100 * least / LINE_GBPS, Bound.atMost(20, "%")),
        new Claim(HPCC + variant, "HPCC" + in + ": mean throughput of the first 200 us, relative to line rate", "no overreaction",
            100 * hpcc / LINE_GBPS, Bound.atLeast(85, "%")),
        new Claim(PER_RTT + variant, "per RTT" + in + ": queue after 100 us, relative to HPCC's", "a long queue persists",
            queueAfterLookKb(results, PER_RTT + variant) / queueAfterLookKb(results, HPCC + variant), Bound.atLeast(2, "times")));
  }

  @Override
  public Chart chart(Results results) {
    var time = new PlotAxis("time (us)", 0, SHOWN_US);
    var throughput = new Panel("Throughput of all flows", time, new PlotAxis("throughput (Gb/s)", 0, 120),
        List.of(shown(throughput(results, HPCC).smoothed(ROWS)).line("HPCC"),
            shown(throughput(results, PER_ACK).smoothed(ROWS)).line("per ACK"),
            shown(throughput(results, PER_RTT).smoothed(ROWS)).line("per RTT")),
        List.of());
    var queue = new Panel("Queue at the bottleneck", time, PlotAxis.fromZero("queue (KB)", queue(results, PER_RTT).largest()),
        List.of(shown(queue(results, HPCC)).line("HPCC"), shown(queue(results, PER_ACK)).line("per ACK"),
            shown(queue(results, PER_RTT)).line("per RTT")),
        List.of());
    return new Chart("Figure 13: sixteen senders to one receiver, 100 Gb/s", List.of(throughput, queue));
  }

  private static Trace shown(Trace trace) {
    return trace.between(-1, SHOWN_US);
  }
}
