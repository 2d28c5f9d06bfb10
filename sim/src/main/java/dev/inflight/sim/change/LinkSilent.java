package dev.inflight.sim.change;

import dev.inflight.sim.change.state.FabricState;
import dev.inflight.sim.change.state.FaultLoss;
import dev.inflight.sim.change.state.LinkEnds;

/**
 * What one node sends to another is lost, and both take the cables for good ones: routes stay. A cable with ends that notice (IEEE 802.3 remote
 * fault) is down in both directions: {@link LinkDown}. PFC frames are not lost.
 *
 * @param atPs when, in picoseconds
 * @param ends one way between two nodes
 * @param untilPs when packets arrive again, in picoseconds; {@link #NEVER}: never
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
