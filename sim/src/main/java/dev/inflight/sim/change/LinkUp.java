package dev.inflight.sim.change;

import dev.inflight.sim.change.state.FabricState;
import dev.inflight.sim.change.state.LinkEnds;

/**
 * All cables between two nodes come back.
 *
 * @param atPs time, in picoseconds
 * @param ends the two nodes
 */
public record LinkUp(long atPs, LinkEnds ends) implements LinkEvent {
  /** Checks the time. */
  public LinkUp {
    EventSpan.check(atPs, NEVER);
  }

  /** Makes the event between these two nodes. */
  public LinkUp(long atPs, int a, int b) {
    this(atPs, new LinkEnds(a, b));
  }

  @Override
  public void begin(FabricState fabric, long nowPs) {
    fabric.setLink(ends, true, nowPs);
  }
}
