package dev.inflight.sim.change;

import dev.inflight.sim.change.state.FabricState;
import dev.inflight.sim.change.state.FaultLoss;
import dev.inflight.sim.change.state.LinkEnds;

/**
 * Packets from one node to another are lost, while both regard the cables as intact: routes stay. If the ends notice (IEEE 802.3
 * remote fault), a cable is down in both directions: {@link LinkDown}. PFC frames are not lost.
 *
 * @param atPs start, in picoseconds
 * @param ends one way between two nodes
 * @param untilPs end, in picoseconds; {@link #NEVER}: none
 */
public record LinkSilent(long atPs, LinkEnds ends, long untilPs) implements LinkEvent {
  /** Checks the times. */
  public LinkSilent {
    EventSpan.check(atPs, untilPs);
  }

  @Override
  public boolean excludes(FabricEvent other) {
    return other instanceof LinkSilent another && ends.overlap(another.ends)
        || other instanceof LinkLossy lossy && ends.overlap(lossy.ends());
  }

  @Override
  public void begin(FabricState fabric, long nowPs) {
    fabric.setLoss(ends, FaultLoss.ALL, nowPs);
  }

  @Override
  public void end(FabricState fabric, long nowPs) {
    fabric.setLoss(ends, null, nowPs);
  }
}
