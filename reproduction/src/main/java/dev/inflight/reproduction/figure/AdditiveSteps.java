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

/** Figure 14: fairness and queue by W_AI. */
public final class AdditiveSteps extends Figure {
  private static final List<Integer> SMALL_BYTES = List.of(25, 50, 80, 100, 150);
  private static final int LARGE_BYTES = 300;
  private static final int FLOWS = 16;
  private static final double SMALL_QUEUE_KB = 5;
  private static final int ROWS = 500;
  private static final double SHOWN_KB = 20;
  private static final int POINTS = 400;
  private static final double US_PER_MS = 1000;
  private static final Known HEADERS = new Known(Bound.between(SMALL_QUEUE_KB, 5.5, "KB"),
      "a window counts payload, and with its headers 150 B is above the paper's own limit");

  /** The figure. */
  public AdditiveSteps() {
    super("fig14", List.of(), "16 to 1: fairness and queue by W_AI", steps().stream().map(AdditiveSteps::scenario).toList());
  }

  private static List<Integer> steps() {
    var steps = new ArrayList<>(SMALL_BYTES);
    steps.add(LARGE_BYTES);
    return steps;
  }

  private static String scenario(int stepBytes) {
    return "fig14-wai-" + stepBytes;
  }

  private static double[] queueKb(Results results, int stepBytes) {
    return results.queueKb(scenario(stepBytes), 17, 17).values();
  }

  /** Jain's index of what the flows have got by the end. */
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
          Statistics.percentile(queueKb(results, step), 0.95), Bound.atMost(SMALL_QUEUE_KB, "KB"),
          step == 150 ? HEADERS : Known.NONE));
      double fairness = fairness(results, step);
      leastGain = Math.min(leastGain, fairness - before);
      before = fairness;
    }
    claims.add(new Claim("fig14-wai-300", "W_AI 300 B: p95 of the queue", "13 KB",
        Statistics.percentile(queueKb(results, LARGE_BYTES), 0.95), Bound.atLeast(8, "KB")));
    claims.add(new Claim("fig14-fairness", "least gain of Jain's index from one W_AI to the next, 25 to 150 B, first 10 ms",
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
      queues.add(Statistics.cumulative(name, queueKb(results, step), SHOWN_KB, POINTS));
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
