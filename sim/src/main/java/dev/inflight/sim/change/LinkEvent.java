package dev.inflight.sim.change;

import dev.inflight.sim.change.state.LinkEnds;
import dev.inflight.net.topology.Topology;
import org.jspecify.annotations.Nullable;

/** An event that affects the cables between two nodes. */
public sealed interface LinkEvent extends FabricEvent
    permits LinkDegraded, LinkDown, LinkFlapping, LinkLossy, LinkSilent, LinkUp {
  /** The two nodes. */
  LinkEnds ends();

  @Override
  default @Nullable String problem(Topology topology) {
    return ends().problem(topology);
  }

  @Override
  default boolean concerns(int node, int number, int neighbor) {
    return ends().concern(node, neighbor);
  }
}
