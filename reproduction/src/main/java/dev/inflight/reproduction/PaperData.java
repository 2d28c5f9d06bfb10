package dev.inflight.reproduction;

import dev.inflight.reproduction.figure.Claim;
import dev.inflight.plot.PlotAxis;
import dev.inflight.plot.Chart;
import dev.inflight.plot.Line;
import dev.inflight.plot.Mark;
import dev.inflight.plot.Panel;
import dev.inflight.lab.print.JsonText;
import dev.inflight.lab.print.Version;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/** The figures and their claims as JSON, for the page that draws them. */
final class PaperData {
  /** Significant digits of numbers: more than a screen or a printer shows. */
  private static final int DIGITS = 6;

  private PaperData() {
  }

  static String json(List<PaperRun.Checked> figures, List<Chart> charts) {
    return JsonText.of(json -> {
      json.writeStartObject();
      json.writeStringProperty("version", Version.number());
      json.writeArrayPropertyStart("figures");
      for (int at = 0; at < charts.size(); at++) {
        figure(json, figures.get(at), charts.get(at));
      }
      json.writeEndArray();
      json.writeEndObject();
    });
  }

  private static void figure(JsonGenerator json, PaperRun.Checked figure, Chart chart) {
    json.writeStartObject();
    json.writeStringProperty("name", figure.figure().name());
    json.writeStringProperty("title", figure.figure().title());
    json.writeArrayPropertyStart("claims");
    for (Claim claim : figure.claims()) {
      json.writeStartObject();
      json.writeStringProperty("statement", claim.statement());
      json.writeStringProperty("published", claim.published());
      json.writeStringProperty("ours", claim.oursText());
      json.writeStringProperty("ratio", claim.ratioText());
      json.writeStringProperty("bound", claim.boundText());
      json.writeStringProperty("verdict", PaperText.verdict(claim));
      json.writeStringProperty("because", PaperText.reason(claim));
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeObjectPropertyStart("chart");
    json.writeStringProperty("title", chart.title());
    json.writeArrayPropertyStart("panels");
    chart.panels().forEach(panel -> panel(json, panel));
    json.writeEndArray();
    json.writeEndObject();
    json.writeEndObject();
  }

  private static void panel(JsonGenerator json, Panel panel) {
    json.writeStartObject();
    json.writeStringProperty("title", panel.title());
    axis(json, "x", panel.x());
    axis(json, "y", panel.y());
    json.writeArrayPropertyStart("lines");
    for (Line line : panel.lines()) {
      json.writeStartObject();
      json.writeStringProperty("name", line.name());
      json.writeArrayPropertyStart("points");
      for (int at = 0; at < line.x().length; at++) {
        json.writeStartArray();
        number(json, line.x()[at]);
        number(json, line.y()[at]);
        json.writeEndArray();
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeArrayPropertyStart("marks");
    for (Mark mark : panel.marks()) {
      json.writeStartObject();
      json.writeStringProperty("name", mark.name());
      json.writeName("at");
      number(json, mark.at());
      json.writeBooleanProperty("vertical", mark.vertical());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void axis(JsonGenerator json, String name, PlotAxis axis) {
    json.writeObjectPropertyStart(name);
    json.writeStringProperty("title", axis.title());
    json.writeNumberProperty("from", axis.from());
    json.writeNumberProperty("to", axis.to());
    json.writeEndObject();
  }

  private static void number(JsonGenerator json, double value) {
    if (Double.isFinite(value)) {
      json.writeNumber(new BigDecimal(value).round(new MathContext(DIGITS)).stripTrailingZeros());
    } else {
      json.writeNull();
    }
  }
}
