package dev.inflight.reproduction.figure;

import dev.inflight.reproduction.figure.Claim.Bound;
import dev.inflight.reproduction.figure.Claim.Known;
import dev.inflight.plot.PlotAxis;
import dev.inflight.plot.Chart;
import dev.inflight.plot.Line;
import dev.inflight.plot.Mark;
import dev.inflight.plot.Panel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Figure 14: fairness and queue by W_AI. */
public final class AdditiveSteps extends Figure {
  private static final List<Integer> SMALL_BYTES = List.of(25, 50, 80, 100, 150);
  private static final int LARGE_BYTES = 300;
  private static final int FLOWS = 16;
  private static final double PUBLISHED_SMALL_KB = 4;
  private static final Bound SMALL = Bound.within(PUBLISHED_SMALL_KB, "KB");
  private static final int ROWS = 500;
  private static final double SHOWN_KB = 20;
  private static final int POINTS = 400;
  private static final double US_PER_MS = 1000;
  private static final double PUBLISHED_LARGE_KB = 13;
  private static final Bound LARGE = Bound.near(PUBLISHED_LARGE_KB, "KB");
  private static final List<Integer> WITHOUT_STAGES = List.of(150, LARGE_BYTES);
  private static final Known STAGES = new Known(Bound.between(SMALL.most(), 16, "KB"),
      "a variant, not the paper's setting: with maxStage 5 the same W_AI agrees");

  /** Creates the figure. */
  public AdditiveSteps() {
    super("fig14", List.of(), "16 to 1: fairness and queue by W_AI",
        Stream.concat(steps().stream().map(AdditiveSteps::scenario), WITHOUT_STAGES.stream().map(AdditiveSteps::withoutStages))
            .toList());
  }

  private static List<Integer> steps() {
    var steps = new ArrayList<>(SMALL_BYTES);
    steps.add(LARGE_BYTES);
    return steps;
  }

  private static String scenario(int stepBytes) {
    return "fig14-wai-" + stepBytes;
  }

  private static String withoutStages(int stepBytes) {
    return scenario(stepBytes) + "-stage0";
  }

  private static double[] queueKb(Results results, String scenario) {
    return results.queueKb(scenario, 17, 17).values();
  }

  private static double p95Kb(Results results, String scenario) {
    return Statistics.percentile(queueKb(results, scenario), 0.95);
  }

  /** Jain's index of the flows' mean goodputs. */
  private static double fairness(Results results, int stepBytes) {
    return Statistics
        .jain(IntStream.range(0, FLOWS).mapToDouble(flow -> results.goodputGbps(scenario(stepBytes), flow).mean()).toArray());
  }

  @Override
  public List<Claim> claims(Results results) {
    var claims = new ArrayList<Claim>();
    double leastGain = Double.POSITIVE_INFINITY;
    double before = 0;
    for (int step : SMALL_BYTES) {
      claims.add(new Claim("fig14-wai-" + step, "W_AI " + step + " B: p95 of the queue", "within 4 KB",
          p95Kb(results, scenario(step)), SMALL).against(PUBLISHED_SMALL_KB));
      double fairness = fairness(results, step);
      leastGain = Math.min(leastGain, fairness - before);
      before = fairness;
    }
    claims.add(new Claim("fig14-wai-300", "W_AI 300 B: p95 of the queue", "13 KB", p95Kb(results, scenario(LARGE_BYTES)), LARGE)
        .against(PUBLISHED_LARGE_KB));
    claims.add(new Claim("fig14-wai-150-stage0", "W_AI 150 B with maxStage 0: the same", "within 4 KB",
        p95Kb(results, withoutStages(150)), SMALL, STAGES).against(PUBLISHED_SMALL_KB));
    claims.add(new Claim("fig14-wai-300-stage0", "W_AI 300 B with maxStage 0: the same", "13 KB",
        p95Kb(results, withoutStages(LARGE_BYTES)), LARGE, STAGES).against(PUBLISHED_LARGE_KB));
    claims
        .add(new Claim("fig14-fairness", "smallest gain in Jain's index between successive W_AI values, 25 to 150 B, first 10 ms",
            "the higher, the fairer", leastGain, Bound.above(0, "")));
    return claims;
  }

  @Override
  public Chart chart(Results results) {
    var fairness = new ArrayList<Line>();
    var queues = new ArrayList<Line>();
    for (int step : steps()) {
      String name = step + " B";
      fairness.add(fairnessOverTime(results, step, name));
      queues.add(Statistics.cumulative(name, queueKb(results, scenario(step)), SHOWN_KB, POINTS));
    }
    return new Chart("Figure 14: sixteen senders to one receiver by W_AI, 100 Gb/s", List.of(
        new Panel("Fairness among the flows, each 0.5 ms", new PlotAxis("time (ms)", 0, 10), new PlotAxis("Jain's index", 0.8, 1),
            fairness, List.of()),
        new Panel("Queue at the bottleneck, each 1 us", new PlotAxis("queue (KB)", 0, SHOWN_KB),
            new PlotAxis("share of time (%)", 50, 100), queues,
            List.of(Mark.level("95 %", 95), Mark.at("published: 25 to 150 B", 4), Mark.at("300 B", 13)))));
  }

  private static Line fairnessOverTime(Results results, int stepBytes, String name) {
    List<Trace> flows = IntStream.range(0, FLOWS)
        .mapToObj(flow -> results.goodputGbps(scenario(stepBytes), flow).after(0).binned(ROWS)).toList();
    double[] ms = Arrays.stream(flows.getFirst().timesUs()).map(us -> us / US_PER_MS).toArray();
    double[] jain = IntStream.range(0, ms.length)
        .mapToDouble(at -> Statistics.jain(flows.stream().mapToDouble(flow -> flow.values()[at]).toArray())).toArray();
    return new Line(name, ms, jain);
  }
}
