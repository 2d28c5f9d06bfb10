package dev.inflight.sim.change;

import dev.inflight.sim.change.state.FabricState;
import dev.inflight.net.topology.Topology;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Something that happens to a fabric from outside, and lasts for one span of time or several.
 *
 * <p>A new kind is a record here, with what it does when it starts and when it ends, and in programs that read scenarios what its text looks
 * like.
 */
public sealed interface FabricEvent permits LinkEvent, NodeEvent {
  /** The end of what never ends. */
  long NEVER = Long.MAX_VALUE;

  /** When it starts for the first time, in picoseconds, 0 or more. */
  long atPs();

  /** When it ends for the last time, in picoseconds, after {@link #atPs}; {@link #NEVER} when it does not. */
  default long untilPs() {
    return NEVER;
  }

  /** When it lasts, in order. */
  default List<EventSpan> spans() {
    return List.of(new EventSpan(atPs(), untilPs()));
  }

  /** Why it cannot happen in this topology; null when it can. */
  @Nullable
  String problem(Topology topology);

  /**
   * Whether it is about a port, and what that sends to its neighbor.
   *
   * @param node the port's node
   * @param number its number there, from 1
   * @param neighbor the node at the other end of its cable
   */
  boolean concerns(int node, int number, int neighbor);

  /** Whether ports send at another rate than that of their cable while it lasts. */
  default boolean changesRates() {
    return false;
  }

  /** How many ports of a topology some of these events have send at another rate than that of their cable. */
  static long portsWithOtherRates(List<FabricEvent> events, Topology topology) {
    List<FabricEvent> changing = events.stream().filter(FabricEvent::changesRates).toList();
    if (changing.isEmpty()) {
      return 0;
    }
    return IntStream.range(0, topology.nodeCount()).mapToLong(node -> {
      List<Topology.Link> links = topology.linksOfNodes().get(node);
      return IntStream.range(0, links.size()).filter(position -> {
        Topology.Link link = links.get(position);
        return changing.stream().anyMatch(event -> event.concerns(node, position + 1, link.a() == node ? link.b() : link.a()));
      }).count();
    }).sum();
  }

  /** Whether another event sets the same, so that both cannot last at once. */
  default boolean excludes(FabricEvent other) {
    return false;
  }

  /** A span starts. */
  void begin(FabricState fabric, long nowPs);

  /** A span ends. */
  default void end(FabricState fabric, long nowPs) {
  }
}
