package dev.inflight.reproduction.load;

import dev.inflight.lab.page.pause.PauseReader;
import dev.inflight.reproduction.figure.Claim;
import dev.inflight.reproduction.figure.Claim.Bound;
import dev.inflight.reproduction.figure.Claim.Known;
import dev.inflight.reproduction.figure.Results;
import dev.inflight.plot.PlotAxis;
import dev.inflight.plot.Chart;
import dev.inflight.plot.Line;
import dev.inflight.plot.Panel;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.stream.IntStream;

/**
 * Figure 1: the reach of pauses and the rates that they suppress. The paper measured its production network; these are runs of
 * this project.
 */
public final class PauseReach extends LoadFigure {
  private static final String SCENARIO = "fig01-dcqcn";
  private static final int FAR = 3;
  private static final double MUCH = 0.03;
  private static final double PERCENT = 100;
  private static final int PAUSES = 100;

  /** Creates the figure. */
  public PauseReach() {
    super("fig01", "how far pauses spread, and what they suppress", "fig02",
        List.of(new Setting(SCENARIO, 0.3, "websearch", true, List.of(Timers.scheme("55-50")))), 100, 0.2);
  }

  private static long sum(Map<Double, Long> pauses) {
    return pauses.values().stream().mapToLong(Long::longValue).sum();
  }

  private static double farPercent(long[] depths) {
    long far = Arrays.stream(depths).skip(FAR - 1).sum();
    return PERCENT * far / Arrays.stream(depths).sum();
  }

  @Override
  public List<Claim> claims(Results results) {
    PauseReader.Reach reach = PauseReader.reach(results.run(SCENARIO));
    NavigableMap<Double, Long> suppressed = reach.suppressedShares();
    long roots = sum(suppressed);
    double much = PERCENT * sum(suppressed.tailMap(MUCH, false)) / roots;
    double worst = suppressed.isEmpty() ? Double.NaN : PERCENT * suppressed.lastKey();
    long pauses = Arrays.stream(reach.depths()).sum();
    return List.of(
        enough(near("fig01-depth", "pauses three hops or more from where they began", "about 10 %, in production", 10,
            farPercent(reach.depths()), "%"), pauses, 2, PERCENT),
        enough(new Claim("fig01-suppressed", "pauses that suppress more than 3 % of total host bandwidth",
            "more than 10 %, in production", much, Bound.above(10, "%")).against(10), roots, 0, 10),
        enough(
            near("fig01-worst", "largest share of host bandwidth that a pause suppresses", "25 %, in production", 25, worst, "%"),
            roots, 1, 21));
  }

  /** Returns a claim with a difference on record: the paper measured production traffic, which is not published. */
  private static Claim enough(Claim claim, long pauses, double leastKnown, double mostKnown) {
    return pauses < PAUSES
        ? claim.shortOf("the run has " + pauses + " such pauses; a share needs " + PAUSES)
        : claim.knowing(Known.unexplained(Bound.between(leastKnown, mostKnown, "%")));
  }

  @Override
  public Chart chart(Results results) {
    PauseReader.Reach reach = PauseReader.reach(results.run(SCENARIO));
    long[] depths = reach.depths();
    long all = Math.max(1, Arrays.stream(depths).sum());
    double[] hops = IntStream.rangeClosed(0, depths.length).mapToDouble(hop -> hop).toArray();
    double[] within = IntStream.rangeClosed(0, depths.length)
        .mapToDouble(hop -> PERCENT * Arrays.stream(depths).limit(hop).sum() / all).toArray();
    double[] shares = reach.suppressedShares().keySet().stream().mapToDouble(share -> PERCENT * share).toArray();
    long[] counts = reach.suppressedShares().values().stream().mapToLong(Long::longValue).toArray();
    Arrays.parallelPrefix(counts, Long::sum);
    double[] below = Arrays.stream(counts).mapToDouble(count -> PERCENT * count / counts[counts.length - 1]).toArray();
    return new Chart("Figure 1: pauses under incasts of 60 to 1, DCQCN", List.of(
        new Panel("How far they spread", new PlotAxis("hops", 0, Math.max(1, depths.length)),
            new PlotAxis("pauses within (%)", 0, 100), List.of(new Line("DCQCN", hops, within)), List.of()),
        new Panel("What they suppress", PlotAxis.fromZero("hosts' rates (%)", Arrays.stream(shares).max().orElse(0)),
            new PlotAxis("pauses up to that (%)", 0, 100), List.of(new Line("DCQCN", shares, below)), List.of())));
  }
}
