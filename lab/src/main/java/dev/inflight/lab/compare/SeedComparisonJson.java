package dev.inflight.lab.compare;

import dev.inflight.lab.experiment.ScenarioDifference;
import dev.inflight.lab.read.EnumNames;
import dev.inflight.lab.result.flow.Slowdowns.Percentiles;
import dev.inflight.lab.result.schema.JsonOut;
import dev.inflight.lab.result.schema.SeedComparisonFile;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Writes a comparison over seeds as JSON. */
public final class SeedComparisonJson {
  private SeedComparisonJson() {
  }

  public static String write(SeedComparison comparison) {
    return JsonOut.text(SeedComparisonFile.DESCRIPTION, json -> {
      json.flag("sameFlows", comparison.sameFlows()).list("seeds");
      comparison.draws().forEach(draw -> json.item().whole("seed", draw.seed()).whole("member", draw.member()).end());
      json.end().list("experiments");
      List<String> names = comparison.names();
      comparison.groups().forEach(
          group -> experiment(comparison.groups().getFirst(), group, names.get(comparison.groups().indexOf(group)), json));
      json.end().list("measures");
      comparison.rows().forEach(row -> row(comparison, row, json));
      json.end().list("notes");
      IntStream.range(1, comparison.groups().size()).forEach(
          other -> comparison.notes(other)
              .forEach(note -> json.item().text("label", comparison.groups().get(other).label()).text("note", note).end()));
      json.end().list("slowdowns");
      comparison.splits().forEach(split -> split.parts().forEach(part -> part(comparison, split, part, json)));
      json.end().list("targets");
      comparison.targets().forEach(target -> target(comparison, target, json));
      json.end().list("jobs");
      comparison.jobs().forEach(job -> {
        json.item().text("name", job.name()).whole("ranks", job.ranks()).list("measures");
        job.rows().forEach(row -> row(comparison, row, json));
        json.end().end();
      });
      json.end();
    });
  }

  private static void part(SeedComparison comparison, SlowdownSplit split, SlowdownSplit.Part part, JsonOut json) {
    json.item().text("by", EnumNames.of(split.by())).text("name", part.name()).whole("flows", part.flows()).list("experiments");
    for (int at = 0; at < part.sides().size(); at++) {
      Percentiles slowdown = part.sides().get(at);
      json.item().text("label", comparison.groups().get(at).label()).decimal("p50", slowdown.p50()).decimal("p95", slowdown.p95())
          .decimal("p99", slowdown.p99()).decimal("max", slowdown.max()).end();
    }
    json.end().end();
  }

  private static void target(SeedComparison comparison, String target, JsonOut json) {
    json.item().text("target", target).list("experiments");
    for (int at = 0; at < comparison.groups().size(); at++) {
      List<Boolean> met = comparison.met(target, at);
      json.item().text("label", comparison.groups().get(at).label()).whole("runs", met.size())
          .whole("met", met.stream().filter(one -> one).count()).end();
    }
    json.end().end();
  }

  private static void experiment(RunGroup first, RunGroup group, String name, JsonOut json) {
    json.item().text("label", group.label()).text("name", name)
        .text("path", group.byDraw().values().iterator().next().path().toString()).whole("runs", group.byDraw().size())
        .list("differences");
    ScenarioDifference.between(first.scenario(), group.scenario()).forEach(what -> json.item().text("what", what).end());
    json.end().end();
  }

  private static @Nullable Double finite(double value) {
    return Double.isFinite(value) ? Double.valueOf(value) : null;
  }

  private static void row(SeedComparison comparison, SeedComparison.Row row, JsonOut json) {
    String unit = row.measure().unit();
    json.item().text("measure", row.measure().key()).text("unit", unit.isEmpty() ? null : unit).list("others");
    for (int other = 1; other <= row.toFirst().size(); other++) {
      PairedDifference difference = row.of(other);
      if (difference == null) {
        continue;
      }
      PairedDifference.Ratio ratio = difference.ratio();
      json.item().text("label", comparison.groups().get(other).label()).decimal("meanOfA", difference.meanFirst())
          .decimal("mean", difference.meanOther()).decimal("difference", difference.difference())
          .decimal("low", difference.difference() - difference.halfWidth())
          .decimal("high", difference.difference() + difference.halfWidth()).decimal("ratio", ratio == null ? null : ratio.mean())
          .decimal("ratioLow", ratio == null ? null : ratio.low())
          .decimal("ratioHigh", ratio == null ? null : finite(ratio.high())).text("verdict", EnumNames.of(difference.verdict()))
          .end();
    }
    json.end().end();
  }
}
