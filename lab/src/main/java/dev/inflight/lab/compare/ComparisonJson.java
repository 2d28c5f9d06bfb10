package dev.inflight.lab.compare;

import dev.inflight.lab.compare.Comparison.Side;
import dev.inflight.lab.read.EnumNames;
import dev.inflight.lab.result.schema.ComparedValue;
import dev.inflight.lab.result.schema.ComparisonFile;
import dev.inflight.lab.result.flow.Slowdowns.Percentiles;
import dev.inflight.lab.result.flow.Slowdowns;
import dev.inflight.lab.result.schema.JsonOut;
import dev.inflight.lab.result.targets.TargetResult;
import dev.inflight.lab.targets.Targets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes a comparison as JSON. */
public final class ComparisonJson {
  private static final double PS_PER_S = 1e12;

  private final Comparison comparison;
  private final JsonOut json;
  private final List<String> names;
  private final List<SlowdownSplit> splits;

  private ComparisonJson(Comparison comparison, JsonOut json) {
    this.comparison = comparison;
    names = comparison.names();
    splits = comparison.hasEnoughCommon() ? SlowdownSplit.of(List.of(comparison)) : List.of();
    this.json = json;
  }

  public static String write(Comparison comparison) {
    return JsonOut.text(ComparisonFile.DESCRIPTION, json -> new ComparisonJson(comparison, json).write());
  }

  private void write() {
    json.whole("commonFlows", comparison.common().size()).flag("sameFlows", comparison.sameFlows()).list("runs");
    comparison.sides().forEach(this::run);
    json.end();
  }

  private void run(Side side) {
    ComparedRun run = side.run();
    FctComparison toFirst = side.toFirst();
    int number = comparison.sides().indexOf(side);
    boolean together = comparison.hasEnoughCommon();
    Comparison beside = together ? comparison : comparison.pair(Math.max(1, number));
    Side first = beside.sides().getFirst();
    Side times = together ? side : number == 0 ? first.ofAllItsFlows() : beside.sides().getLast();
    json.item().text("label", side.label()).text("name", names.get(number)).text("path", run.path().toString())
        .text("state", EnumNames.of(run.state())).text("scenario", run.text("scenario")).text("scheme", run.scheme())
        .whole("seed", run.seed()).whole("flows", run.whole("flows")).whole("flowsFinished", run.flows().entries().size())
        .whole("flowsInA", toFirst.matched()).whole("flowsNotInA", toFirst.extra()).whole("flowsEqualToA", toFirst.equal());
    json.object("differenceFromA").decimal("p50", known(toFirst.difference(0.5))).decimal("p99", known(toFirst.difference(0.99)))
        .decimal("mean", known(toFirst.meanDifference())).decimal("largestSeconds", toFirst.largestPs() / PS_PER_S).end();
    Percentiles slowdown = times.slowdowns().percentiles();
    json.flag("paired", beside.isPaired() && (together || number > 0));
    percentiles("fctSeconds", times.fctPs(), PS_PER_S);
    ratios("fctToA", times.fctPs(), together || number > 0 ? first.fctPs() : times.fctPs());
    percentiles("slowdown", slowdown, 1);
    ratios("slowdownToA", slowdown, together || number > 0 ? first.slowdowns().percentiles() : slowdown);
    json.object("queueBytes");
    Percentiles.NAMES.forEach(name -> json.whole(name, run.whole("queueBytes." + name)));
    json.end();
    for (ComparedValue value : ComparedValue.ALL) {
      if (value.isWhole()) {
        json.whole(value.key(), run.whole(value.key()));
      } else {
        json.decimal(value.key(), run.value(value));
      }
    }
    json.list("bySize");
    for (Slowdowns.Bucket bucket : times.slowdowns().bySize()) {
      json.item().whole("smallestBytes", bucket.smallestBytes()).whole("largestBytes", bucket.largestBytes()).whole("flows",
          bucket.flows());
      decimals(bucket.percentiles(), 1);
      json.end();
    }
    json.end();
    split("byClass", SlowdownSplit.By.CLASS, number);
    split("byJob", SlowdownSplit.By.JOB, number);
    split("byDestinationPort", SlowdownSplit.By.DESTINATION_PORT, number);
    json.list("targets");
    for (TargetResult target : Targets.in(run.summary())) {
      json.item().text("target", target.text()).decimal("value", target.value()).flag("met", target.met()).end();
    }
    json.end();
    jobs(side);
    json.end();
  }

  private void split(String key, SlowdownSplit.By by, int number) {
    json.list(key);
    splits.stream().filter(split -> split.by() == by).flatMap(split -> split.parts().stream()).forEach(part -> {
      json.item().text("name", part.name()).whole("flows", part.flows());
      decimals(part.sides().get(number), 1);
      json.end();
    });
    json.end();
  }

  private void jobs(Side side) {
    List<ComparedJob> jobs = side.jobs();
    List<ComparedJob> ofFirst = comparison.sides().getFirst().jobs();
    json.list("jobs");
    for (int at = 0; at < jobs.size(); at++) {
      ComparedJob job = jobs.get(at);
      ComparedJob first = comparison.hasJobs() ? ofFirst.get(at) : null;
      json.item().text("name", job.name()).whole("ranks", job.ranks()).decimal("seconds", job.seconds())
          .decimal("secondsToA", ratio(job.seconds(), first == null ? null : first.seconds()))
          .decimal("exposedShare", job.exposedShare()).decimal("busBitsPerSecond", job.busBitsPerSec())
          .decimal("busToA", ratio(job.busBitsPerSec(), first == null ? null : first.busBitsPerSec())).end();
    }
    json.end();
  }

  private static @Nullable Double ratio(@Nullable Double value, @Nullable Double of) {
    return value == null || of == null ? null : value / of;
  }

  private static @Nullable Double known(double value) {
    return Double.isNaN(value) ? null : value;
  }

  private void percentiles(String key, @Nullable Percentiles values, double unit) {
    json.object(key);
    decimals(values, unit);
    json.end();
  }

  private void decimals(@Nullable Percentiles values, double unit) {
    for (int at = 0; at < Percentiles.NAMES.size(); at++) {
      json.decimal(Percentiles.NAMES.get(at), values == null ? null : values.values().get(at) / unit);
    }
  }

  private void ratios(String key, @Nullable Percentiles values, @Nullable Percentiles of) {
    json.object(key);
    for (int at = 0; at < Percentiles.NAMES.size(); at++) {
      json.decimal(Percentiles.NAMES.get(at),
          values == null || of == null ? null : values.values().get(at) / of.values().get(at));
    }
    json.end();
  }
}
