package dev.inflight.lab.spec;

import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.Units;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Points of a size distribution, read from a file for a workload: increasing bytes, each with the percentage of flows up to that
 * size. A size that many flows have exactly is two points, one byte apart.
 */
final class SizePoints {
  /**
   * Line of a file.
   *
   * @param place its place
   * @param bytes the size
   * @param percent percentage of flows up to this size
   */
  record Row(SourceLocation place, long bytes, BigDecimal percent) {
  }

  private static final BigDecimal ALL = BigDecimal.valueOf(100);

  private record Point(long bytes, BigDecimal percent) {
  }

  private final List<Point> points = new ArrayList<>();

  /** Returns points of a distribution that is linear between the rows; rows of one size are a step. */
  static String linear(List<Row> rows) {
    var points = new SizePoints();
    Row first = rows.getFirst();
    if (first.percent.signum() > 0) {
      points.add(0, BigDecimal.ZERO);
    }
    for (int at = 0; at < rows.size(); at++) {
      Row row = rows.get(at);
      if (at > 0 && row.bytes == rows.get(at - 1).bytes) {
        points.step(row);
      } else {
        points.add(row.bytes, row.percent);
      }
    }
    return points.text();
  }

  /** Returns points of a distribution in which each flow has exactly a row's size. */
  static String steps(List<Row> rows) {
    var points = new SizePoints();
    Row first = rows.getFirst();
    points.add(Math.max(0, first.bytes - 1), BigDecimal.ZERO);
    for (Row row : rows) {
      points.step(row);
    }
    return points.text();
  }

  /** Mean of a step distribution in bytes. */
  static double meanOfSteps(List<Row> rows) {
    double mean = 0;
    BigDecimal before = BigDecimal.ZERO;
    for (Row row : rows) {
      mean += row.bytes * row.percent.subtract(before).doubleValue() / 100;
      before = row.percent;
    }
    return mean;
  }

  /** Rejects rows that do not form a distribution. */
  static void check(List<Row> rows) {
    if (rows.size() < 2) {
      throw rows.getFirst().place.error("a size distribution needs at least two lines, found one");
    }
    Row before = new Row(rows.getFirst().place, -1, BigDecimal.ZERO);
    for (Row row : rows) {
      if (row.percent.signum() < 0 || row.percent.compareTo(ALL) > 0) {
        throw row.place.error("per cent " + text(row.percent) + " is outside 0 to 100");
      }
      if (row.bytes < before.bytes) {
        throw row.place.error("bytes " + row.bytes + " is below " + before.bytes + ", that of the line before");
      }
      if (row.percent.compareTo(before.percent) < 0) {
        throw row.place
            .error("per cent " + text(row.percent) + " is below " + text(before.percent) + ", that of the line before");
      }
      if (row.bytes == 0 && row.percent.signum() > 0) {
        throw row.place.error(text(row.percent) + " per cent of flows would have 0 bytes");
      }
      before = row;
    }
  }

  /** Adds a step: flows above the previous size, and up to this size, have exactly this size. */
  private void step(Row row) {
    Point before = points.getLast();
    if (row.percent.compareTo(before.percent) == 0) {
      return;
    }
    if (row.bytes == before.bytes) {
      points.removeLast();
    }
    if (points.isEmpty() || row.bytes - 1 > points.getLast().bytes) {
      add(row.bytes - 1, before.percent);
    }
    add(row.bytes, row.percent);
  }

  private void add(long bytes, BigDecimal percent) {
    points.add(new Point(bytes, percent));
  }

  private String text() {
    return points.stream().map(point -> point.bytes + " " + text(point.percent)).collect(Collectors.joining(", "));
  }

  private static String text(BigDecimal percent) {
    return percent.signum() == 0 ? "0" : percent.stripTrailingZeros().toPlainString();
  }

  /** Returns the error of a distribution that ends before all flows are counted. */
  static InputError noEnd(SourceLocation place, String found) {
    return place.error("the last line must be at 100 per cent, or at 1 in parts of one, found " + Quoted.shortened(found));
  }

  /** Returns an integer number of bytes, which some tools write with decimals. */
  static long bytes(SourceLocation place, String text, long factor) {
    BigDecimal value = place.check(() -> Units.decimal("bytes", text)).multiply(BigDecimal.valueOf(factor));
    if (value.signum() < 0) {
      throw place.error("bytes " + text + " is below 0");
    }
    return place.check(() -> Units.exact("bytes", text, value, "bytes"));
  }
}
