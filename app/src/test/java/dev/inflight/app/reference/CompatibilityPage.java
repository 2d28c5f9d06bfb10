package dev.inflight.app.reference;

import dev.inflight.sim.setup.Compatibility;
import dev.inflight.sim.setup.Feature;
import dev.inflight.sim.setup.Incompatibility;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The table of features that exclude each other, which the checks of scenarios read. */
record CompatibilityPage() implements ReferencePage {
  @Override
  public String file() {
    return "compatibility.md";
  }

  @Override
  public String title() {
    return "Features that exclude each other";
  }

  @Override
  public String about() {
    return "pairs and triples of features that do not run together, with the reason";
  }

  @Override
  public List<String> body() {
    var lines = new ArrayList<>(
        Markdown.wrap("Schemes, telemetry, transports and switches of a scenario combine freely, except for"
            + " the combinations in this table. `check`, `run` and every other command refuse a scenario that has all features of a row."
            + " The error names the line of the first feature's key, or of the last feature's key if the first is a default."
            + " Words in italics are placeholders for values of the scenario, or for the value to set."
            + " Separate checks cover numbers: buffers that are too small, link rates that a format cannot express,"
            + " and ECN thresholds of each rate."));
    lines.add("");
    lines.addAll(Markdown.head("Feature", "Not with", "Why"));
    Compatibility.ALL.forEach(row -> lines.add(row(row)));
    return lines;
  }

  private static String row(Incompatibility row) {
    List<Feature> others = row.features().subList(1, row.features().size());
    return Markdown.row(row.features().getFirst().label(),
        others.stream().map(Feature::label).collect(Collectors.joining(" and ")),
        row.sentence().replaceAll("\\{(\\w+)\\}", "*$1*"));
  }
}
