package dev.inflight.sim.change;

import dev.inflight.sim.change.state.FabricState;

/**
 * A switch or a host comes back, with those of its cables that have not failed by themselves.
 *
 * @param atPs time, in picoseconds
 * @param node the node
 */
public record NodeUp(long atPs, int node) implements NodeEvent {
  /** Checks the time. */
  public NodeUp {
    EventSpan.check(atPs, NEVER);
  }

  @Override
  public void begin(FabricState fabric, long nowPs) {
    fabric.setNode(node, true, nowPs);
  }
}
