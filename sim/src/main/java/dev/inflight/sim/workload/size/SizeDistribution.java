package dev.inflight.sim.workload.size;

import dev.inflight.sim.random.Randoms;
import dev.inflight.telemetry.util.Check;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Sizes of flows: a cumulative distribution, linear between points. Sizes are whole bytes: size n has the probability between n -
 * 1 and n, so the distribution is exact at every whole size, and no flow is empty.
 *
 * @param name common name
 * @param points two or more; bytes increase, the percentages start at 0, end at 100 and never decrease
 */
public record SizeDistribution(String name, List<Point> points) {
  /**
   * One point of the cumulative distribution.
   *
   * @param bytes a flow size, 0 or more
   * @param percent share of flows of at most this size, 0 to 100
   */
  public record Point(long bytes, double percent) {
    /** Checks the ranges. */
    public Point {
      Check.size("size", bytes, 0);
      if (!(percent >= 0 && percent <= 100)) {
        throw new IllegalArgumentException("percentage " + percent + " is outside 0 to 100");
      }
    }
  }

  /** Checks that the points are a distribution. */
  public SizeDistribution {
    points = List.copyOf(points);
    if (points.size() < 2) {
      throw new IllegalArgumentException("size distribution " + name + " has fewer than two points");
    }
    if (points.getFirst().percent != 0) {
      throw new IllegalArgumentException(
          "size distribution " + name + " starts at " + points.getFirst().percent + " %, not at 0 %");
    }
    if (points.getLast().percent != 100) {
      throw new IllegalArgumentException(
          "size distribution " + name + " ends at " + points.getLast().percent + " %, not at 100 %");
    }
    for (int i = 1; i < points.size(); i++) {
      Point before = points.get(i - 1);
      Point point = points.get(i);
      if (point.bytes <= before.bytes) {
        throw new IllegalArgumentException(
            "size distribution " + name + ": size " + point.bytes + " does not exceed the one before, " + before.bytes);
      }
      if (point.percent < before.percent) {
        throw new IllegalArgumentException("size distribution " + name + ": the percentage falls from " + before.percent + " to "
            + point.percent + " at size " + point.bytes);
      }
    }
  }

  /**
   * Makes a distribution from text.
   *
   * @param name common name
   * @param points bytes and cumulative percentage of each point, separated by blanks; commas, semicolons or line ends separate
   *     points
   */
  public static SizeDistribution of(String name, String points) {
    var list = new ArrayList<Point>();
    for (String entry : points.split("[,;\\r\\n]")) {
      if (!entry.isBlank()) {
        list.add(point(name, entry.strip()));
      }
    }
    return new SizeDistribution(name, list);
  }

  private static Point point(String name, String text) {
    String[] words = text.split("\\s+");
    if (words.length == 2) {
      try {
        return new Point(Long.parseLong(words[0]), Double.parseDouble(words[1]));
      } catch (NumberFormatException e) {
        // falls through to the sentence
      }
    }
    throw new IllegalArgumentException(
        "size distribution " + name + ": \"" + text + "\" is not a size in bytes and a cumulative percentage");
  }

  /** Mean size, in bytes. */
  public double meanBytes() {
    double mean = 0;
    for (int i = 1; i < points.size(); i++) {
      Point low = points.get(i - 1);
      Point high = points.get(i);
      mean += (high.percent - low.percent) / 100 * (0.5 * (low.bytes + 1) + 0.5 * high.bytes); // of low + 1 to high
    }
    return mean;
  }

  /** Draws a size, 1 byte or more. */
  public long sample(RandomGenerator random) {
    return size(Randoms.unit(random));
  }

  /**
   * The size that a share of the flows does not exceed, in bytes.
   *
   * @param share above 0 to 1, such as 0.5 for the median
   */
  public long size(double share) {
    double percent = 100 * share;
    int above = 1;
    for (int beyond = points.size() - 1; above < beyond;) { // the first point at or above the drawn percentage
      int middle = (above + beyond) >>> 1;
      if (points.get(middle).percent < percent) {
        above = middle + 1;
      } else {
        beyond = middle;
      }
    }
    Point low = points.get(above - 1);
    Point high = points.get(above);
    double between = (percent - low.percent) / (high.percent - low.percent);
    return (long) Math.ceil(low.bytes + between * (high.bytes - low.bytes));
  }
}
