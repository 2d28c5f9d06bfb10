package dev.inflight.lab;

import dev.inflight.lab.Comparison.Percentiles;
import dev.inflight.lab.Comparison.Side;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes a comparison as JSON. */
final class ComparisonJson {
  private static final String PERCENTILES = """
      runs[].KEY | object | UNIT | MEANING
      runs[].KEY.p50 | TYPE or none | UNIT | median
      runs[].KEY.p95 | TYPE or none | UNIT | 95th percentile
      runs[].KEY.p99 | TYPE or none | UNIT | 99th percentile
      runs[].KEY.max | TYPE or none | UNIT | the largest
      """;
  private static final List<String> NAMES = List.of("p50", "p95", "p99", "max");
  private static final double NS_PER_S = 1e9;

  static final ResultFile FILE = ResultFile.of("compare --json",
      "A is the first run; common flows are those that all runs have. A value that is not known is null.",
      """
          commonFlows | whole | | flows that all runs have
          sameFlows | flag | | whether no run has a flow that A has not, or lacks one that A has
          runs | list | | the runs in the order in which they were named
          runs[].label | text | | A, B, and so on
          runs[].path | text | | its folder or file, as named
          runs[].state | text | | whole, file (only flows are known), interrupted, incomplete or failed
          runs[].scenario | text or none | | the scenario's name
          runs[].scheme | text or none | | congestion control, with all parameters
          runs[].seed | whole or none | | of every random choice
          runs[].flows | whole or none | | flows of the scenario
          runs[].flowsFinished | whole | | those that finished
          runs[].flowsInA | whole | | finished flows that A has too
          runs[].flowsNotInA | whole | | finished flows that A has not
          runs[].flowsEqualToA | whole | | flows with A's completion time, to the nanosecond
          runs[].differenceFromA | object | | of completion times, relative, over flows that both have
          runs[].differenceFromA.p50 | decimal or none | | median, without sign
          runs[].differenceFromA.p99 | decimal or none | | 99th percentile, without sign
          runs[].differenceFromA.mean | decimal or none | | mean of time / A's time - 1, with sign
          runs[].differenceFromA.largestSeconds | decimal | s | the largest difference
          """
          + percentiles("fctSeconds", "decimal", "s", "completion times of the common flows")
          + percentiles("fctToA", "decimal", "", "the same as ratios to A's")
          + percentiles("slowdown", "decimal", "", "slowdowns of the common flows, over A's standalone times")
          + percentiles("slowdownToA", "decimal", "", "the same as ratios to A's")
          + percentiles("queueBytes", "whole", "B", "queues of all switch ports")
          + """
              runs[].pfcPauses | whole or none | | PFC frames that switches sent to pause a neighbour
              runs[].pfcPauseSeconds | decimal or none | s | time that ports' priority groups spent paused, added up
              runs[].drops | whole or none | | packets dropped for want of buffer
              runs[].retransmittedBytes | whole or none | B | application bytes that were retransmitted
              runs[].ecnMarks | whole or none | | packets marked
              runs[].goodputBitsPerSec | decimal or none | bit/s | application bits delivered, over the simulated time
              runs[].bySize | list | | slowdowns of the common flows by size, small sizes first
              runs[].bySize[].smallestBytes | whole | B | the smallest flow of the class
              runs[].bySize[].largestBytes | whole | B | the largest flow of the class
              runs[].bySize[].flows | whole | | how many flows it has
              runs[].bySize[].p50 | decimal | | median slowdown
              runs[].bySize[].p95 | decimal | | 95th percentile
              runs[].bySize[].p99 | decimal | | 99th percentile
              runs[].bySize[].max | decimal | | the largest
              """);

  private final Comparison comparison;
  private final JsonOut json;

  private ComparisonJson(Comparison comparison, JsonOut json) {
    this.comparison = comparison;
    this.json = json;
  }

  private static String percentiles(String key, String type, String unit, String meaning) {
    return PERCENTILES.replace("KEY", key).replace("TYPE", type).replace("UNIT", unit).replace("MEANING", meaning);
  }

  static String write(Comparison comparison) {
    return JsonOut.text(FILE, json -> new ComparisonJson(comparison, json).write());
  }

  private void write() {
    json.whole("commonFlows", comparison.common()).flag("sameFlows", comparison.sameFlows()).list("runs");
    comparison.sides().forEach(this::run);
    json.end();
  }

  private void run(Side side) {
    ComparedRun run = side.run();
    FctComparison toFirst = side.toFirst();
    json.item().text("label", side.label()).text("path", run.path().toString()).text("state", Words.of(run.state()))
        .text("scenario", run.text("scenario")).text("scheme", run.scheme()).whole("seed", run.seed())
        .whole("flows", run.whole("flows")).whole("flowsFinished", run.flows().entries().size())
        .whole("flowsInA", toFirst.matched()).whole("flowsNotInA", toFirst.extra()).whole("flowsEqualToA", toFirst.equal());
    json.object("differenceFromA").decimal("p50", known(toFirst.difference(0.5))).decimal("p99", known(toFirst.difference(0.99)))
        .decimal("mean", known(toFirst.meanDifference())).decimal("largestSeconds", toFirst.largestNs() / NS_PER_S).end();
    Side first = comparison.sides().getFirst();
    Percentiles slowdown = Percentiles.of(side.slowdowns().all());
    percentiles("fctSeconds", side.fctNs(), NS_PER_S);
    ratios("fctToA", side.fctNs(), first.fctNs());
    percentiles("slowdown", slowdown, 1);
    ratios("slowdownToA", slowdown, Percentiles.of(first.slowdowns().all()));
    json.object("queueBytes");
    NAMES.forEach(name -> json.whole(name, run.whole("queueBytes." + name)));
    json.end();
    json.whole("pfcPauses", run.whole("pfcPauses")).decimal("pfcPauseSeconds", run.decimal("pfcPauseSeconds"))
        .whole("drops", run.whole("drops")).whole("retransmittedBytes", run.whole("retransmittedBytes"))
        .whole("ecnMarks", run.whole("ecnMarks")).decimal("goodputBitsPerSec", run.goodputBitsPerSec()).list("bySize");
    for (Slowdowns.Bucket bucket : side.slowdowns().bySize()) {
      json.item().whole("smallestBytes", bucket.smallestBytes()).whole("largestBytes", bucket.largestBytes())
          .whole("flows", bucket.flows()).decimal("p50", bucket.p50()).decimal("p95", bucket.p95()).decimal("p99", bucket.p99())
          .decimal("max", bucket.max()).end();
    }
    json.end().end();
  }

  private static @Nullable Double known(double value) {
    return Double.isNaN(value) ? null : value;
  }

  private void percentiles(String key, @Nullable Percentiles values, double unit) {
    json.object(key);
    for (int at = 0; at < NAMES.size(); at++) {
      json.decimal(NAMES.get(at), values == null ? null : values.values().get(at) / unit);
    }
    json.end();
  }

  private void ratios(String key, @Nullable Percentiles values, @Nullable Percentiles of) {
    json.object(key);
    for (int at = 0; at < NAMES.size(); at++) {
      json.decimal(NAMES.get(at), values == null || of == null ? null : values.values().get(at) / of.values().get(at));
    }
    json.end();
  }
}
