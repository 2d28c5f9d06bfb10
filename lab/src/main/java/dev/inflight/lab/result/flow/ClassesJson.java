package dev.inflight.lab.result.flow;

import dev.inflight.lab.read.EnumNames;
import dev.inflight.lab.result.schema.JsonOut;
import dev.inflight.lab.scenario.Catalog;
import dev.inflight.sim.setup.FlowClass;
import dev.inflight.sim.setup.Setup;
import dev.inflight.telemetry.TelemetryFormat;
import java.util.List;

/** Flow classes of a run in {@code summary.json}. */
public final class ClassesJson {
  /** Keys of the list, in the notation of file descriptions. */
  public static final String KEYS = """
      classes | list | | classes of flows, first those of no class, if any; no such key without classes
      classes[].name | text or none | | as in the scenario; none of flows of no class
      classes[].scheme | text | | congestion control, with all parameters
      classes[].telemetry | text | | the header that switches filled in; none if the scheme needs none
      classes[].telemetryPackets | text or none | | packets that carry the header; none if the scheme needs none
      classes[].feedback | text or none | | packets that return telemetry; none if the scheme needs none
      classes[].paths | text | | choice of a flow's path
      classes[].framing | text | | frames of its packets
      classes[].recovery | text | | recovery from losses, with all parameters
      classes[].flows | whole | | flows and operations
      classes[].flowsFinished | whole | | finished flows and operations
      classes[].slowdownMean | decimal or none | | mean slowdown of finished flows; none when nothing finished
      classes[].slowdownP50 | decimal or none | | median
      classes[].slowdownP95 | decimal or none | | 95th percentile
      classes[].slowdownP99 | decimal or none | | 99th percentile
      classes[].slowdownMax | decimal or none | | the largest
      """;
  private static final double MILLION = 1e6;

  private ClassesJson() {
  }

  /** Writes the list. */
  public static void write(JsonOut json, List<Slowdowns.OfClass> classes, Setup setup) {
    json.list("classes");
    for (Slowdowns.OfClass one : classes) {
      FlowClass rules = one.rules();
      TelemetryFormat carried = rules.carried();
      Slowdowns.Bucket finished = one.finished();
      json.item();
      json.text("name", rules.name().isEmpty() ? null : rules.name());
      json.text("scheme", Catalog.SCHEMES.describe(rules.scheme()));
      json.text("telemetry", carried == null ? "none" : Catalog.TELEMETRY.describe(carried));
      Setup own = rules.in(setup);
      json.text("telemetryPackets", carried == null ? null : Catalog.CARRIERS.describe(own.telemetryPackets()));
      json.text("feedback", carried == null ? null : Catalog.REPORTS.describe(own.feedback()));
      json.text("paths", Catalog.PATHS.describe(own.paths()));
      json.text("framing", EnumNames.of(own.framing()));
      json.text("recovery", Catalog.RECOVERIES.describe(own.recovery()));
      json.whole("flows", one.flows());
      json.whole("flowsFinished", finished == null ? 0 : finished.flows());
      json.decimal("slowdownMean", finished == null ? null : rounded(finished.mean()));
      json.decimal("slowdownP50", finished == null ? null : rounded(finished.percentiles().p50()));
      json.decimal("slowdownP95", finished == null ? null : rounded(finished.percentiles().p95()));
      json.decimal("slowdownP99", finished == null ? null : rounded(finished.percentiles().p99()));
      json.decimal("slowdownMax", finished == null ? null : rounded(finished.percentiles().max()));
      json.end();
    }
    json.end();
  }

  private static double rounded(double value) {
    return Math.round(value * MILLION) / MILLION;
  }
}
