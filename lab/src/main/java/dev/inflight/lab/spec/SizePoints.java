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
 * Points of a distribution of sizes as they are read from a file, and as a workload takes them: bytes that rise, each with the per cent of
 * flows that are at most this large. A size that many flows have exactly is two points, one byte apart.
 */
final class SizePoints {
  /**
   * One line of a file.
   *
   * @param place its place
   * @param bytes the size
   * @param percent of flows that are at most this large
   */
  record Row(SourceLocation place, long bytes, BigDecimal percent) {
  }

  private static final BigDecimal ALL = BigDecimal.valueOf(100);

  private record Point(long bytes, BigDecimal percent) {
  }

  private final List<Point> points = new ArrayList<>();

  /** Linear between the rows; rows of one size are a step there. */
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

  /** Every flow has exactly the size of one of the rows. */
  static String steps(List<Row> rows) {
    var points = new SizePoints();
    Row first = rows.getFirst();
    points.add(Math.max(0, first.bytes - 1), BigDecimal.ZERO);
    for (Row row : rows) {
      points.step(row);
    }
    return points.text();
  }

  /** The mean of a distribution of steps, in bytes. */
  static double meanOfSteps(List<Row> rows) {
    double mean = 0;
    BigDecimal before = BigDecimal.ZERO;
    for (Row row : rows) {
      mean += row.bytes * row.percent.subtract(before).doubleValue() / 100;
      before = row.percent;
    }
    return mean;
  }

  /** Refuses rows that are no distribution. */
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

  /** All flows that are at most this large, and more than the size before it, have exactly this size. */
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

  /** The error of a distribution that does not end where all flows are counted. */
  static InputError noEnd(SourceLocation place, String found) {
    return place.error("the last line must be at 100 per cent, or at 1 in parts of one, found " + Quoted.shortened(found));
  }

  /** A whole number of bytes, which other tools write with decimals too. */
  static long bytes(SourceLocation place, String text, long factor) {
    BigDecimal value = place.check(() -> Units.decimal("bytes", text)).multiply(BigDecimal.valueOf(factor));
    if (value.signum() < 0) {
      throw place.error("bytes " + text + " is below 0");
    }
    return place.check(() -> Units.exact("bytes", text, value, "bytes"));
  }
}
