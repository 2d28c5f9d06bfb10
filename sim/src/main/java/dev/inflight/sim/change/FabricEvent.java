package dev.inflight.sim.change;

import dev.inflight.sim.change.state.FabricState;
import dev.inflight.net.topology.Topology;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * An event that affects a fabric from outside, for one span of time or several.
 *
 * <p>A new kind is a record here, with its effects at start and end, and with its text form in programs that read scenarios.
 */
public sealed interface FabricEvent permits LinkEvent, NodeEvent {
  /** End of an event without an end. */
  long NEVER = Long.MAX_VALUE;

  /** First start, in picoseconds, 0 or more. */
  long atPs();

  /** Last end, in picoseconds, after {@link #atPs}; {@link #NEVER} without an end. */
  default long untilPs() {
    return NEVER;
  }

  /** Spans of time in which the event lasts, in order. */
  default List<EventSpan> spans() {
    return List.of(new EventSpan(atPs(), untilPs()));
  }

  /** Reason why the event cannot happen in this topology; null when it can. */
  @Nullable
  String problem(Topology topology);

  /**
   * True if the event affects a port, and its packets to its neighbor.
   *
   * @param node the port's node
   * @param number its number there, from 1
   * @param neighbor the node at the other end of its cable
   */
  boolean concerns(int node, int number, int neighbor);

  /** True if ports send at a rate other than that of their cable during the event. */
  default boolean changesRates() {
    return false;
  }

  /** Number of a topology's ports that some of these events make send at a rate other than that of their cable. */
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

  /** True if another event sets the same property, so that the two cannot overlap in time. */
  default boolean excludes(FabricEvent other) {
    return false;
  }

  /** Applies the start of a span. */
  void begin(FabricState fabric, long nowPs);

  /** Applies the end of a span. */
  default void end(FabricState fabric, long nowPs) {
  }
}
