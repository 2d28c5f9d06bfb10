package dev.inflight.lab.figure;

import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.Units;
import dev.inflight.lab.statistics.FlowSizes;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Classes of flow sizes.
 *
 * @param count number of classes with about equally many flows; 0 where the edges are given
 * @param edges largest size of each class, in bytes, in ascending order; flows above the last one form another class
 */
public record SizeClasses(int count, List<Long> edges) {
  /** Ten classes with about as many flows each. */
  public static final SizeClasses TEN = new SizeClasses(10, List.of());

  private static final int MOST = 200;

  /**
   * Reads a number of classes, or their edges.
   *
   * @param text such as {@code 20}, or {@code 1KB,10KB,100KB}; null for {@link #TEN}
   * @throws InputError when the text is neither
   */
  public static SizeClasses parse(@Nullable String text, SourceLocation place) {
    if (text == null) {
      return TEN;
    }
    if (text.matches("\\d{1,9}")) {
      int count = Integer.parseInt(text);
      if (count < 1 || count > MOST) {
        throw place.error(count + " classes are outside 1 to " + MOST + "; edges have units, as in 1KB,10KB,100KB");
      }
      return new SizeClasses(count, List.of());
    }
    var edges = new ArrayList<Long>();
    for (String part : text.split(",", -1)) {
      long bytes = place.check(() -> Units.size(part.strip()));
      if (bytes < 1 || !edges.isEmpty() && bytes <= edges.getLast()) {
        throw place.error("edges of classes rise from 1B on, and " + part.strip() + " does not");
      }
      edges.add(bytes);
    }
    if (edges.size() > MOST) {
      throw place.error(edges.size() + " edges are more than " + MOST);
    }
    return new SizeClasses(0, List.copyOf(edges));
  }

  /** Returns the query for the edges, in a column {@code edge}. */
  String sql() {
    if (count == 0) {
      return "SELECT unnest([" + edges.stream().map(String::valueOf).collect(Collectors.joining(", "))
          + ", (SELECT greatest(max(size_bytes), " + edges.getLast() + " + 1) FROM flows)]) AS edge";
    }
    return FlowSizes.edges(count);
  }
}
