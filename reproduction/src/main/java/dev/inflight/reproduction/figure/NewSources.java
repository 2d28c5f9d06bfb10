package dev.inflight.reproduction.figure;

import dev.inflight.reproduction.figure.Claim.Bound;
import dev.inflight.plot.PlotAxis;
import dev.inflight.plot.Chart;
import dev.inflight.plot.Line;
import dev.inflight.plot.Mark;
import dev.inflight.plot.Panel;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** The worked example of appendix A.4: 64 new flows on a busy link. */
public final class NewSources extends Figure {
  private static final String HPCC = "a4-hpcc";
  private static final int SOURCES = 64;
  private static final double PUBLISHED_SHRINK = 65;
  private static final double START_US = 100;
  private static final double LINE_KB_PER_US = 100e9 / 8e3 / 1e6;
  private static final double LINE_GBPS = 100;
  /** Share of its peak at which the queue counts as drained. */
  private static final double LEFT = 0.1;
  private static final int ROWS = 5;
  private static final double SHOWN_US = 800;

  /** Creates the figure. */
  public NewSources() {
    super("a4", List.of(), "appendix A.4: 64 new flows begin at line rate on a busy link", List.of(HPCC));
  }

  private static Trace queue(Results results) {
    return results.queueKb(HPCC, 66, 66).since(START_US).after(-1);
  }

  /** The initial window over the mean of the new flows' windows. */
  private static Trace shrink(Results results) {
    List<Trace> windows = IntStream.rangeClosed(1, SOURCES).mapToObj(flow -> results.windowBytes(HPCC, flow)).toList();
    Trace first = windows.getFirst();
    double[] shrink = IntStream.range(0, first.values().length).mapToDouble(
        at -> first.values()[0] / windows.stream().mapToDouble(window -> window.values()[at]).average().orElseThrow()).toArray();
    return new Trace(first.timesUs(), shrink).since(START_US);
  }

  @Override
  public List<Claim> claims(Results results) {
    Trace queue = queue(results);
    double peakUs = queue.peakUs();
    double peakKb = queue.largest();
    double goneUs = queue.after(peakUs).firstUs(kb -> kb <= LEFT * peakKb);
    double leastGbps = results.throughputGbps(HPCC, 66, 66).since(START_US).smoothed(ROWS).between(peakUs, goneUs).smallest();
    return List.of(
        new Claim("a4-windows", "largest ratio of initial window to the new flows' mean window while the queue drains",
            "about 65", shrink(results).between(0, goneUs).largest(), Bound.near(PUBLISHED_SHRINK, "")).against(PUBLISHED_SHRINK),
        new Claim("a4-drain", "time to drain from peak to a tenth, relative to draining at line rate", "as fast as is possible",
            (goneUs - peakUs) * LINE_KB_PER_US / ((1 - LEFT) * peakKb), Bound.atMost(1.3, "times")),
        new Claim("a4-busy", "lowest throughput meanwhile, relative to line rate", "as fast as is possible",
            100 * leastGbps / LINE_GBPS, Bound.atLeast(90, "%")),
        new Claim("a4-pfc", "PFC frames", "without triggering PFC", results.table(HPCC, "pauses.csv").rows(),
            Bound.atMost(0, "")));
  }

  @Override
  public Chart chart(Results results) {
    var time = new PlotAxis("time since the 64 flows began (us)", 0, SHOWN_US);
    Trace queue = queue(results).between(-1, SHOWN_US);
    double peakUs = queue.peakUs();
    double peakMb = queue.largest() / 1000;
    double[] mb = Arrays.stream(queue.values()).map(kb -> kb / 1000).toArray();
    return new Chart("Appendix A.4: 64 new flows at line rate on a busy link, 100 Gb/s", List.of(
        new Panel("Queue at the bottleneck", time, PlotAxis.fromZero("queue (MB)", peakMb),
            List.of(new Line("HPCC", queue.timesUs(), mb),
                new Line("the line's rate", new double[] {peakUs, peakUs + peakMb * 1000 / LINE_KB_PER_US},
                    new double[] {peakMb, 0})),
            List.of()),
        new Panel("Initial window over the new flows' mean window", time, new PlotAxis("ratio", 0, 80),
            List.of(shrink(results).between(-1, SHOWN_US).line("HPCC")),
            List.of(Mark.level("published: about 65", PUBLISHED_SHRINK)))));
  }
}
