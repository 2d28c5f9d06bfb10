package dev.inflight.sim.change;

import dev.inflight.sim.change.state.FabricState;
import dev.inflight.sim.change.state.FaultLoss;
import dev.inflight.sim.change.state.LinkEnds;

/**
 * Cables between two nodes lose packets, besides those that they lose anyway. PFC frames are not lost.
 *
 * @param atPs start, in picoseconds
 * @param ends the two nodes, or one way between them
 * @param loss losses of packets
 * @param untilPs end, in picoseconds; {@link #NEVER}: none
 */
public record LinkLossy(long atPs, LinkEnds ends, FaultLoss loss, long untilPs) implements LinkEvent {
  /** Checks the times. */
  public LinkLossy {
    EventSpan.check(atPs, untilPs);
  }

  @Override
  public boolean excludes(FabricEvent other) {
    return other instanceof LinkLossy another && ends.overlap(another.ends)
        || other instanceof LinkSilent silent && ends.overlap(silent.ends());
  }

  @Override
  public void begin(FabricState fabric, long nowPs) {
    fabric.setLoss(ends, loss, nowPs);
  }

  @Override
  public void end(FabricState fabric, long nowPs) {
    fabric.setLoss(ends, null, nowPs);
  }
}
