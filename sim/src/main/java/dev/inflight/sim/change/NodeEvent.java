package dev.inflight.sim.change;

import dev.inflight.sim.change.state.LinkEnds;
import dev.inflight.net.topology.Topology;
import org.jspecify.annotations.Nullable;

/** An event that affects a switch or a host. */
public non-sealed interface NodeEvent extends FabricEvent {
  /** The node. */
  int node();

  @Override
  default @Nullable String problem(Topology topology) {
    return LinkEnds.problemOf(node(), topology);
  }

  @Override
  default boolean concerns(int from, int number, int neighbor) {
    return from == node() || neighbor == node();
  }
}
