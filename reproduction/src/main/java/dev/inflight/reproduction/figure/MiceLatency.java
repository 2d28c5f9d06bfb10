package dev.inflight.reproduction.figure;

import dev.inflight.reproduction.figure.Claim.Bound;
import dev.inflight.reproduction.figure.Claim.Known;
import dev.inflight.plot.PlotAxis;
import dev.inflight.plot.Chart;
import dev.inflight.plot.Line;
import dev.inflight.plot.Mark;
import dev.inflight.plot.Panel;
import java.util.List;

/** Figures 9e and 9f: mice that share a link with two elephants. */
public final class MiceLatency extends Figure {
  /** Latency, in us, that the paper's DCQCN consistently exceeds. */
  private static final double PUBLISHED_US = 35;
  private static final double PUBLISHED_BASE_US = 5.4;
  private static final Known VENDOR = new Known(Bound.between(30, PUBLISHED_US, "us"),
      "this row uses the vendor's rules; DCQCN as published (next row) is above 35 us");
  private static final String HPCC = "fig09e-hpcc";
  private static final String DCQCN = "fig09e-dcqcn";
  private static final String PUBLISHED_DCQCN = "fig09e-dcqcn-published";
  private static final long MOUSE_BYTES = 1000;
  private static final double MICE_FROM_US = 10_000;
  private static final double SHOWN_US = 100;
  private static final double SHOWN_KB = 300;
  private static final int POINTS = 500;

  /** Creates the figure. */
  public MiceLatency() {
    super("fig09e", List.of("fig09f"), "latency: mice of 1 KB through a link that two elephants fill",
        List.of(HPCC, DCQCN, PUBLISHED_DCQCN));
  }

  private static double median(Results results, String scenario) {
    return Statistics.percentile(results.completionUs(scenario, MOUSE_BYTES), 0.5);
  }

  @Override
  public List<Claim> claims(Results results) {
    return List.of(
        new Claim("fig09e-hpcc", "HPCC: median latency of the mice", "close to 5.4 us, the base RTT", median(results, HPCC),
            Bound.near(PUBLISHED_BASE_US, "us")).against(PUBLISHED_BASE_US),
        new Claim("fig09e-dcqcn", "DCQCN: the same", "consistently above 35 us", median(results, DCQCN),
            Bound.atLeast(PUBLISHED_US, "us"), VENDOR).against(PUBLISHED_US),
        new Claim("fig09e-dcqcn-published", "DCQCN as published: the same", "consistently above 35 us",
            median(results, PUBLISHED_DCQCN), Bound.atLeast(PUBLISHED_US, "us")).against(PUBLISHED_US));
  }

  @Override
  public Chart chart(Results results) {
    var latency = new Panel("Latency of the mice", new PlotAxis("latency (us)", 0, SHOWN_US),
        new PlotAxis("share of mice (%)", 0, 100),
        List.of(latency(results, HPCC, "HPCC"), latency(results, DCQCN, "DCQCN"),
            latency(results, PUBLISHED_DCQCN, "DCQCN as published")),
        List.of(Mark.at("published: DCQCN above 35 us", PUBLISHED_US)));
    var queue = new Panel("Queue at the bottleneck", new PlotAxis("queue (KB)", 0, SHOWN_KB),
        new PlotAxis("share of time (%)", 0, 100), List.of(queue(results, HPCC, "HPCC"), queue(results, DCQCN, "DCQCN"),
            queue(results, PUBLISHED_DCQCN, "DCQCN as published")),
        List.of());
    return new Chart("Figures 9e, 9f: mice of 1 KB behind two elephants, 25 Gb/s", List.of(latency, queue));
  }

  private static Line latency(Results results, String scenario, String label) {
    return Statistics.cumulative(label, results.completionUs(scenario, MOUSE_BYTES), SHOWN_US, POINTS);
  }

  private static Line queue(Results results, String scenario, String label) {
    return Statistics.cumulative(label, results.queueKb(scenario, 4, 4).after(MICE_FROM_US).values(), SHOWN_KB, POINTS);
  }
}
