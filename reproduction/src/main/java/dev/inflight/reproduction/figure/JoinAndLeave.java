package dev.inflight.reproduction.figure;

import dev.inflight.reproduction.figure.Claim.Bound;
import dev.inflight.plot.PlotAxis;
import dev.inflight.plot.Chart;
import dev.inflight.plot.Line;
import dev.inflight.plot.Panel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Figures 9g and 9h: four flows join one by one and leave. */
public final class JoinAndLeave extends Figure {
  private static final String HPCC = "fig09g-hpcc";
  private static final String DCQCN = "fig09g-dcqcn";
  private static final int FLOWS = 4;
  private static final double US_PER_MS = 1000;
  private static final double NS_PER_US = 1000;

  /** Creates the figure. */
  public JoinAndLeave() {
    super("fig09g", List.of("fig09h"), "fairness: four flows join one by one and leave", List.of(HPCC, DCQCN));
  }

  /** The instants at which a flow joins or leaves, in order. */
  private static double[] changesUs(Results results, String scenario) {
    Table flows = results.table(scenario, "flows.csv");
    double[] starts = flows.column("start_ns");
    double[] durations = flows.column("fct_ns");
    return IntStream.range(0, 2 * FLOWS).mapToDouble(at -> (starts[at / 2] + (at % 2) * durations[at / 2]) / NS_PER_US).sorted()
        .toArray();
  }

  /** Jain's index in the least fair phase, over the goodput of the flows that are active from its start to its end. */
  private static double leastFair(Results results, String scenario) {
    double[] changes = changesUs(results, scenario);
    double least = 1;
    for (int phase = 0; phase + 1 < changes.length; phase++) {
      double from = changes[phase];
      double to = changes[phase + 1];
      double[] shares = IntStream.range(0, FLOWS).mapToObj(flow -> results.goodputGbps(scenario, flow))
          .filter(flow -> flow.timesUs()[0] - 1 <= from && flow.endUs() >= to).mapToDouble(flow -> flow.between(from, to).mean())
          .toArray();
      least = Math.min(least, Statistics.jain(shares));
    }
    return least;
  }

  @Override
  public List<Claim> claims(Results results) {
    return List.of(
        new Claim("fig09g-hpcc", "HPCC: Jain's index of the least fair phase", "fair, even in a short time",
            leastFair(results, HPCC), Bound.atLeast(0.95, "")),
        new Claim("fig09h-dcqcn", "DCQCN: the same", "fair", leastFair(results, DCQCN), Bound.atLeast(0.9, "")));
  }

  @Override
  public Chart chart(Results results) {
    return new Chart("Figures 9g, 9h: four flows join one by one and leave, 25 Gb/s",
        List.of(panel(results, HPCC, "HPCC"), panel(results, DCQCN, "DCQCN")));
  }

  private static Panel panel(Results results, String scenario, String label) {
    var lines = new ArrayList<Line>();
    double endMs = Arrays.stream(changesUs(results, scenario)).max().orElseThrow() / US_PER_MS;
    for (int flow = 0; flow < FLOWS; flow++) {
      Trace goodput = results.goodputGbps(scenario, flow).binned(5);
      double[] ms = Arrays.stream(goodput.timesUs()).map(us -> us / US_PER_MS).toArray();
      lines.add(new Line("flow " + (flow + 1), ms, goodput.values()));
    }
    return new Panel(label, PlotAxis.fromZero("time (ms)", endMs), new PlotAxis("goodput (Gb/s)", 0, 25), lines, List.of());
  }
}
