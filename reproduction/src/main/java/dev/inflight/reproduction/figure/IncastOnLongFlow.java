package dev.inflight.reproduction.figure;

import dev.inflight.reproduction.figure.Claim.Bound;
import dev.inflight.reproduction.figure.Claim.Known;
import dev.inflight.plot.PlotAxis;
import dev.inflight.plot.Chart;
import dev.inflight.plot.Mark;
import dev.inflight.plot.Panel;
import java.util.List;

/** Figures 9c and 9d: seven flows start at once while a long one is active. */
public final class IncastOnLongFlow extends Figure {
  private static final String HPCC = "fig09c-hpcc";
  private static final String DCQCN = "fig09c-dcqcn";
  private static final double INCAST_US = 300;
  private static final double DRAINED_KB = 10;
  private static final double LINE_KB_PER_US = 25e9 / 8e3 / 1e6;
  private static final double PUBLISHED_KB = 550;
  private static final double SHOWN_US = 1500;
  private static final Known MARKS = new Known(Bound.between(1.15 * PUBLISHED_KB, 800, "KB"),
      "pmax is not published: with `--set ecn.0.pmax=0.6` on fig09c-dcqcn.yaml the longest queue is 575 KB");

  /** Creates the figure. */
  public IncastOnLongFlow() {
    super("fig09c", List.of("fig09d"), "congestion avoidance: an incast of 7 to 1 on a long flow", List.of(HPCC, DCQCN));
  }

  private static Trace queue(Results results, String scenario) {
    return results.queueKb(scenario, 9, 9).since(INCAST_US);
  }

  /** Time in which the queue drains from its peak to 10 KB, divided by the time in which the link sends the peak. */
  private static double drain(Trace queue) {
    double peakUs = queue.peakUs();
    double drainedUs = queue.after(peakUs).firstUs(kb -> kb <= DRAINED_KB);
    return (drainedUs - peakUs) * LINE_KB_PER_US / queue.largest();
  }

  @Override
  public List<Claim> claims(Results results) {
    Trace hpcc = queue(results, HPCC);
    return List.of(
        new Claim("fig09c-hpcc-drains", "HPCC: time to drain from peak to 10 KB, relative to draining at line rate",
            "reacts after one round trip, drains quickly", drain(hpcc), Bound.atMost(1.3, "times")),
        new Claim("fig09d-dcqcn-queue", "DCQCN: longest queue", "550 KB", queue(results, DCQCN).largest(),
            Bound.near(PUBLISHED_KB, "KB"), MARKS).against(PUBLISHED_KB));
  }

  @Override
  public Chart chart(Results results) {
    Trace hpcc = queue(results, HPCC).between(-100, SHOWN_US);
    Trace dcqcn = queue(results, DCQCN).between(-100, SHOWN_US);
    return new Chart("Figures 9c, 9d: seven senders join a long flow",
        List.of(new Panel("Queue at the bottleneck, 25 Gb/s", new PlotAxis("time since the incast (us)", -100, SHOWN_US),
            PlotAxis.fromZero("queue (KB)", dcqcn.largest()), List.of(hpcc.line("HPCC"), dcqcn.line("DCQCN")),
            List.of(Mark.level("published: DCQCN 550 KB", PUBLISHED_KB)))));
  }
}
