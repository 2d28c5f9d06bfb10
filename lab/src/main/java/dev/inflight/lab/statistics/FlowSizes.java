package dev.inflight.lab.statistics;

import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Classes of flow sizes, as charts and figures have them. */
public final class FlowSizes {
  /** Flows up to this size fit into a window at once, as requests do. */
  public static final int SMALL_BYTES = 10_000;

  private FlowSizes() {
  }

  /**
   * Returns a query of the largest size of each class, in a column {@code edge}, over {@code flows}.
   *
   * @param classes most classes, with about equally many flows each
   */
  public static String edges(int classes) {
    String shares = IntStream.rangeClosed(1, classes).mapToObj(part -> Double.toString((double) part / classes))
        .collect(Collectors.joining(", ", "[", "]"));
    return "SELECT DISTINCT unnest(" + Quantile.sql("size_bytes", shares) + ") AS edge FROM flows";
  }
}
