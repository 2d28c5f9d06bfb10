package dev.inflight.net.route;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * How long it takes until nodes go by what has happened to cables.
 *
 * @param detectionPs after so long both ends of a cable know, and use the other shortest paths that they have; a change that is undone before is
 *     not noticed; in picoseconds, 0 or more
 * @param convergencePs so long after that a node goes by routes over the cables that work then; in picoseconds, 0 or more
 * @param nodes nodes that take another time for that, in picoseconds, by their number
 */
public record RerouteDelays(long detectionPs, long convergencePs, Map<Integer, Long> nodes) {
  /** All nodes know at once. */
  public static final RerouteDelays NONE = new RerouteDelays(0, 0, Map.of());

  /** Checks the times. */
  public RerouteDelays {
    nodes = Collections.unmodifiableMap(new TreeMap<>(nodes));
    if (detectionPs < 0 || convergencePs < 0 || nodes.values().stream().anyMatch(ps -> ps < 0)) {
      throw new IllegalArgumentException("a delay of rerouting is below 0");
    }
  }

  /** Whether all nodes know at once. */
  public boolean areNone() {
    return detectionPs == 0 && convergencePs == 0 && nodes.isEmpty();
  }

  /** How long a node takes to go by new routes once the ends of a cable know, in picoseconds. */
  public long convergencePs(int node) {
    return nodes.getOrDefault(node, convergencePs);
  }

  /** When at the latest all go by what has happened, in picoseconds after it. */
  public long longestPs() {
    return detectionPs + Math.max(convergencePs, nodes.values().stream().mapToLong(Long::longValue).max().orElse(0));
  }
}
