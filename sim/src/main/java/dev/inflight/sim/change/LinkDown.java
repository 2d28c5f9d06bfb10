package dev.inflight.sim.change;

import dev.inflight.sim.change.state.FabricState;
import dev.inflight.sim.change.state.LinkEnds;

/**
 * All cables between two nodes fail: packets in queues at both ends and in flight are lost.
 *
 * @param atPs time of the failure, in picoseconds
 * @param ends the two nodes
 * @param untilPs time at which they come back, in picoseconds; {@link #NEVER}: when another event brings them back
 */
public record LinkDown(long atPs, LinkEnds ends, long untilPs) implements LinkEvent {
  /** Checks the times. */
  public LinkDown {
    EventSpan.check(atPs, untilPs);
  }

  /** Makes a failure until another event brings the cables back. */
  public LinkDown(long atPs, int a, int b) {
    this(atPs, new LinkEnds(a, b), NEVER);
  }

  @Override
  public void begin(FabricState fabric, long nowPs) {
    fabric.setLink(ends, false, nowPs);
  }

  @Override
  public void end(FabricState fabric, long nowPs) {
    fabric.setLink(ends, true, nowPs);
  }
}
