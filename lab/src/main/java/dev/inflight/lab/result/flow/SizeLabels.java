package dev.inflight.lab.result.flow;

import dev.inflight.lab.print.Humanize;
import java.util.HashSet;
import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.IntStream;

/** Labels of flow size ranges in tables, distinct within a table. */
public final class SizeLabels {
  private SizeLabels() {
  }

  /**
   * Returns each part's label: its size, or its smallest and largest size, in bytes if three digits do not distinguish the parts.
   */
  public static List<String> of(List<Slowdowns.Bucket> parts) {
    List<String> rounded = labels(parts, Humanize::bytes);
    return new HashSet<>(rounded).size() == rounded.size() ? rounded : labels(parts, bytes -> Humanize.count(bytes) + " B");
  }

  /** Returns the label of each part with its number of flows. */
  public static List<String> withFlows(List<Slowdowns.Bucket> parts) {
    List<String> sizes = of(parts);
    return IntStream.range(0, parts.size()).mapToObj(at -> sizes.get(at) + ", " + Humanize.count(parts.get(at).flows(), "flow"))
        .toList();
  }

  private static List<String> labels(List<Slowdowns.Bucket> parts, LongFunction<String> size) {
    return parts.stream().map(part -> {
      String smallest = size.apply(part.smallestBytes());
      String largest = size.apply(part.largestBytes());
      return smallest.equals(largest) ? largest : smallest + " to " + largest;
    }).toList();
  }
}
