package dev.inflight.net.route;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Time until nodes use routes that reflect a change of cables.
 *
 * @param detectionPs time until both ends of a cable detect a change, and use their other shortest paths; a change that is undone
 *     before has no effect; in picoseconds, 0 or more
 * @param convergencePs further time until a node uses routes over the cables that work then; in picoseconds, 0 or more
 * @param nodes nodes that take another time for that, in picoseconds, by their number
 */
public record RerouteDelays(long detectionPs, long convergencePs, Map<Integer, Long> nodes) {
  /** All nodes react at once. */
  public static final RerouteDelays NONE = new RerouteDelays(0, 0, Map.of());

  /** Checks the times. */
  public RerouteDelays {
    nodes = Collections.unmodifiableMap(new TreeMap<>(nodes));
    if (detectionPs < 0 || convergencePs < 0 || nodes.values().stream().anyMatch(ps -> ps < 0)) {
      throw new IllegalArgumentException("a delay of rerouting is below 0");
    }
  }

  /** True if all nodes react at once. */
  public boolean areNone() {
    return detectionPs == 0 && convergencePs == 0 && nodes.isEmpty();
  }

  /** Time from detection at the ends of a cable until a node uses new routes, in picoseconds. */
  public long convergencePs(int node) {
    return nodes.getOrDefault(node, convergencePs);
  }

  /** Longest time from a change until all nodes use new routes, in picoseconds. */
  public long longestPs() {
    return detectionPs + Math.max(convergencePs, nodes.values().stream().mapToLong(Long::longValue).max().orElse(0));
  }
}
