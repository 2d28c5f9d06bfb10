package dev.inflight.lab.page;

import dev.inflight.lab.explain.Explanation;
import dev.inflight.lab.explain.ExplanationText;
import dev.inflight.lab.explain.Ledger;
import dev.inflight.lab.explain.job.ChainStep;
import dev.inflight.lab.explain.job.JobExplanation;
import dev.inflight.lab.explain.job.JobText;
import dev.inflight.lab.print.TextTable;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonGenerator;

/** Breakdowns of FCTs and job times for a report. */
public record Explanations(List<Explanation> flows, List<JobExplanation> jobs) {
  /** No explanation. */
  public static final Explanations NONE = new Explanations(List.of(), List.of());

  private static final double PS_PER_NS = 1e3;
  /** Maximum number of steps of a critical path in the chart; the longest steps are kept. */
  private static final int MOST_STEPS = 4000;

  void write(JsonGenerator json) {
    json.writeName("explanations");
    json.writeStartArray();
    flows.forEach(one -> write(json, one));
    json.writeEndArray();
    json.writeName("jobExplanations");
    json.writeStartArray();
    jobs.forEach(one -> write(json, one));
    json.writeEndArray();
  }

  private static void write(JsonGenerator json, Explanation one) {
    json.writeStartObject();
    json.writeNumberProperty("flow", one.flow());
    json.writeStringProperty("title", ExplanationText.title(one));
    json.writeName("reasons");
    ReportData.texts(json, ExplanationText.reasons(one));
    table(json, "costs", ExplanationText.costs(one));
    table(json, "hops", ExplanationText.hops(one));
    json.writeNumberProperty("partNs", one.ledger().partPs() / PS_PER_NS);
    json.writeName("parts");
    json.writeStartArray();
    for (Map.Entry<Ledger.Entry, Long> cost : one.ledger().byCost()) {
      json.writeStartObject();
      json.writeStringProperty("what", ExplanationText.name(one, cost.getKey()));
      json.writeName("ns");
      json.writeStartArray();
      one.ledger().byPart(cost.getKey()).forEach(ps -> json.writeNumber(ps / PS_PER_NS));
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, JobExplanation one) {
    json.writeStartObject();
    json.writeStringProperty("job", one.job().name());
    json.writeStringProperty("title", JobText.title(one));
    json.writeName("reasons");
    ReportData.texts(json, JobText.reasons(one));
    table(json, "costs", JobText.costs(one, JobText.Limits.OF_REPORT));
    table(json, "pairs", JobText.pairs(one, JobText.Limits.OF_REPORT));
    table(json, "longest", JobText.longest(one, JobText.Limits.OF_REPORT));
    path(json, one);
    json.writeEndObject();
  }

  /** Writes the number of steps of a job's critical path, and the longest steps. */
  public static void path(JsonGenerator json, JobExplanation one) {
    json.writeNumberProperty("steps", one.steps().size());
    json.writeName("path");
    json.writeStartArray();
    one.steps().stream().sorted(Comparator.comparingLong(ChainStep::ps).reversed()).limit(MOST_STEPS)
        .sorted(Comparator.comparingLong(ChainStep::fromPs)).forEach(step -> write(json, one, step));
    json.writeEndArray();
  }

  private static void write(JsonGenerator json, JobExplanation of, ChainStep step) {
    json.writeStartObject();
    json.writeStringProperty("name", JobText.name(step));
    json.writeStringProperty("mostly", JobText.mostly(of, step));
    json.writeBooleanProperty("computes", step.kind() == ChainStep.Kind.COMPUTE);
    json.writeNumberProperty("rank", step.rank());
    json.writeNumberProperty("peer", step.peer());
    json.writeBooleanProperty("back", step.kind() == ChainStep.Kind.ACKNOWLEDGED);
    json.writeNumberProperty("from_ns", step.fromPs() / PS_PER_NS);
    json.writeNumberProperty("to_ns", step.toPs() / PS_PER_NS);
    json.writeEndObject();
  }

  private static void table(JsonGenerator json, String name, TextTable table) {
    json.writeName(name);
    json.writeStartObject();
    json.writeName("head");
    ReportData.texts(json, table.head());
    json.writeName("rows");
    json.writeStartArray();
    table.rows().forEach(row -> ReportData.texts(json, row));
    json.writeEndArray();
    json.writeEndObject();
  }
}
