package dev.inflight.lab.sweep;

import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.print.TextColumns;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Screen description of a sweep. */
public final class SweepText {
  private static final int WIDTH = 100;
  private static final int MOST_VALUES = 12;

  private SweepText() {
  }

  /** Lines of the places that vary, with their values, and of the first and last point. */
  public static List<String> of(SweepFile sweep) {
    var table = new TextColumns(WIDTH, "  place", "values", "");
    for (SweepAxis axis : sweep.axes()) {
      table.add("  " + axis.key(), Humanize.count(axis.values().size()), values(axis));
    }
    var lines = new ArrayList<>(table.lines());
    lines.add("  first point: " + SweepCheck.text(sweep.valuesOf(0)));
    lines.add("  last point:  " + SweepCheck.text(sweep.valuesOf(sweep.count() - 1)));
    return lines;
  }

  private static String values(SweepAxis axis) {
    List<SweepAxis.Value> values = axis.values();
    if (values.size() <= MOST_VALUES) {
      return joined(values);
    }
    return joined(values.subList(0, MOST_VALUES - 1)) + " ... " + values.getLast().text();
  }

  private static String joined(List<SweepAxis.Value> values) {
    return values.stream().map(SweepAxis.Value::text).collect(Collectors.joining("  "));
  }
}
