package dev.inflight.app.reference;

import dev.inflight.lab.result.ResultFiles;
import dev.inflight.lab.result.schema.ResultFile;
import dev.inflight.lab.result.schema.ResultFile.Field;
import dev.inflight.lab.store.NodeColumns;
import dev.inflight.net.host.HostCounters;
import dev.inflight.net.measure.Adding;
import dev.inflight.net.measure.Measure;
import dev.inflight.sim.measure.Column;
import dev.inflight.sim.measure.PortValue;
import dev.inflight.sim.measure.SwitchValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The files of results with their columns and keys, and how the counts of a summary add up. */
record ResultsPage() implements ReferencePage {
  @Override
  public String file() {
    return "results.md";
  }

  @Override
  public String title() {
    return "Files of results";
  }

  @Override
  public String about() {
    return "every file of a run's folder, every column of its tables, and every key of its JSON";
  }

  @Override
  public List<String> body() {
    var lines = new ArrayList<>(
        Markdown.wrap("The folder of a run, the definitions of these values and the commands that read them:"
            + " [results.md](../results.md). `./inflight list flows.csv` prints the columns of one file."
            + " A value that can be *none* is empty in a table and `null` in JSON. The unit *node* is the number of a host or switch."));
    lines.add("");
    lines.addAll(Markdown.head("file", "content"));
    ResultFiles.ALL.forEach(
        file -> lines.add(Markdown.row("[" + file.name() + "](#" + anchor(file.name()) + ")", Markdown.plain(file.about()))));
    lines.add(
        Markdown.row("[Totals](#totals)", "How the counts of `summary.json` follow from those of ports, switches and hosts."));
    ResultFiles.ALL.forEach(file -> lines.addAll(section(file)));
    lines.addAll(totals());
    return lines;
  }

  private static String anchor(String heading) {
    return heading.toLowerCase(Locale.ROOT).replaceAll("[^\\w -]", "").replace(' ', '-');
  }

  private static List<String> section(ResultFile file) {
    var lines = new ArrayList<>(List.of("", "## " + file.name(), ""));
    lines.addAll(Markdown.wrap(Markdown.plain(file.about())));
    lines.add("");
    lines.addAll(Markdown.head(file.isCsv() ? "column" : "name", "type", "unit", "meaning"));
    file.fields().forEach(
        field -> lines
            .add(Markdown.row(Markdown.code(field.name()), Markdown.plain(field.typeText()), field.unit(), meaning(field))));
    for (Field field : file.fields()) {
      if (!field.explained().isEmpty()) {
        lines.add("");
        lines.addAll(Markdown.head(Markdown.code(field.name()), "meaning"));
        field.explained().forEach(value -> lines.add(Markdown.row(Markdown.code(value.word()), Markdown.plain(value.meaning()))));
      }
    }
    List<Field> names = file.isCsv() ? NodeColumns.of(file) : List.of();
    if (!names.isEmpty()) {
      lines.add("");
      lines.addAll(
          Markdown.wrap("`query` adds " + Markdown.codes(names.stream().map(Field::name).toList()) + ": names of nodes."));
    }
    return lines;
  }

  private static String meaning(Field field) {
    String text = Markdown.plain(field.meaning());
    return field.choices().isEmpty()
        ? text
        : text + (field.explained().isEmpty() ? ": " + Markdown.codes(field.choices()) : "; values below");
  }

  private static List<String> totals() {
    var lines = new ArrayList<>(List.of("", "## Totals", ""));
    lines.addAll(Markdown.wrap("Counts of `summary.json` are sums, or the largest value, over all ports, switches or hosts."
        + " [compare](../results.md#comparing-runs) has a row for some of them; *if any*: only where one run has more than 0."));
    lines.add("");
    lines.addAll(Markdown.head("key", "is the", "row of `compare`"));
    for (PortValue value : PortValue.values()) {
      lines.addAll(total(value.total(), "ports", value.columns().atEnd()));
    }
    for (SwitchValue value : SwitchValue.values()) {
      lines.addAll(total(value.total(), "switches", null));
    }
    HostCounters.Counter.ALL.forEach(counter -> lines.addAll(total(counter.measure(), "hosts", null)));
    return lines;
  }

  private static List<String> total(Measure measure, String over, @Nullable Column column) {
    if (!measure.isInSummary()) {
      return List.of();
    }
    Measure.Compared compared = measure.compared();
    String of = column == null ? "over all " + over : "of `" + column.name() + "` over all " + over;
    String row = compared == null ? "" : compared.title() + (compared.evenIfZero() ? "" : ", if any");
    return List.of(Markdown.row(Markdown.code(measure.key()), (measure.adding() == Adding.SUM ? "sum " : "largest ") + of, row));
  }
}
