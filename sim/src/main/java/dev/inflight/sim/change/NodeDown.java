package dev.inflight.sim.change;

import dev.inflight.sim.change.state.FabricState;

/**
 * A switch or a host fails: all its cables are down, and packets in it are lost. Processes of a host continue, without its NICs.
 *
 * @param atPs time of the failure, in picoseconds
 * @param node the node
 * @param untilPs time at which it comes back, in picoseconds; {@link #NEVER}: when another event brings it back
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
