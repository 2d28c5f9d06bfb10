package dev.inflight.lab.statistics;

import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Classes of flow sizes in charts and figures. */
public final class FlowSizes {
  /** Maximum size of small flows, such as requests, which fit into one window. */
  public static final int SMALL_BYTES = 10_000;

  private FlowSizes() {
  }

  /**
   * Returns a query over {@code flows} of each class's largest size, in a column {@code edge}.
   *
   * @param classes maximum number of classes, with about equally many flows each
   */
  public static String edges(int classes) {
    String shares = IntStream.rangeClosed(1, classes).mapToObj(part -> Double.toString((double) part / classes))
        .collect(Collectors.joining(", ", "[", "]"));
    return "SELECT DISTINCT unnest(" + Quantile.sql("size_bytes", shares) + ") AS edge FROM flows";
  }
}
