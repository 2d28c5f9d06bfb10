package dev.inflight.sim.change;

import dev.inflight.sim.change.state.FabricState;

/**
 * A switch or a host fails: all its cables are down, and what it holds is lost. Processes of a host go on, and find its NICs gone.
 *
 * @param atPs when, in picoseconds
 * @param node the node
 * @param untilPs when it comes back, in picoseconds; {@link #NEVER}: when another event brings it back
 */
public record NodeDown(long atPs, int node, long untilPs) implements NodeEvent {
  /** Checks the times. */
  public NodeDown {
    EventSpan.check(atPs, untilPs);
  }

  @Override
  public void begin(FabricState fabric, long nowPs) {
    fabric.setNode(node, false, nowPs);
  }

  @Override
  public void end(FabricState fabric, long nowPs) {
    fabric.setNode(node, true, nowPs);
  }
}
