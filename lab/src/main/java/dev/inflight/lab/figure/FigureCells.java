package dev.inflight.lab.figure;

import java.math.BigDecimal;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Numbers of figures, as coordinates and as cells of their tables. */
final class FigureCells {
  private static final double WHOLE_UP_TO = 1e15;

  private FigureCells() {
  }

  /** Returns a cell with all digits of a number; empty for null. */
  static String cell(@Nullable Double value) {
    if (value == null || !Double.isFinite(value)) {
      return "";
    }
    return value == Math.rint(value) && Math.abs(value) < WHOLE_UP_TO
        ? Long.toString(Math.round(value))
        : BigDecimal.valueOf(value).toPlainString();
  }

  /** Returns a column of rows, in another unit; NaN where a cell is empty. */
  static double[] column(List<@Nullable Double[]> rows, int column, double unit) {
    return rows.stream().mapToDouble(row -> value(row[column]) / unit).toArray();
  }

  /** Returns the number in a cell; NaN where it is empty. */
  static double value(@Nullable Double value) {
    return value == null ? Double.NaN : value;
  }

  /** Smallest finite value above 0, or 1. */
  static double least(List<List<@Nullable Double[]>> all, ToDoubleFunction<@Nullable Double[]> value) {
    return all.stream().flatMap(List::stream).mapToDouble(value).filter(each -> each > 0 && Double.isFinite(each)).min()
        .orElse(1);
  }

  /** Largest finite value, or 1. */
  static double most(List<List<@Nullable Double[]>> all, ToDoubleFunction<@Nullable Double[]> value) {
    return all.stream().flatMap(List::stream).mapToDouble(value).filter(Double::isFinite).max().orElse(1);
  }
}
