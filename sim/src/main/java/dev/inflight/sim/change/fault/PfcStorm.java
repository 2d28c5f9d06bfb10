package dev.inflight.sim.change.fault;

import dev.inflight.net.link.Packet;
import dev.inflight.sim.change.EventSpan;
import dev.inflight.sim.change.state.FabricState;
import dev.inflight.telemetry.util.Check;

/**
 * A host or switch sends PFC pauses without end, whatever its buffer holds (HPCC §1, case 1). At the end it resumes its peers.
 *
 * @param atPs start, in picoseconds
 * @param at the node, and the port if not all of them
 * @param priority paused priority, 1 to 7
 * @param untilPs end, in picoseconds; {@link #NEVER}: none
 */
public record PfcStorm(long atPs, NodePort at, int priority, long untilPs) implements PortFault {
  /** Checks the ranges. */
  public PfcStorm {
    EventSpan.check(atPs, untilPs);
    Check.check("priority", priority, 1, Packet.PRIORITIES - 1);
  }

  @Override
  public void begin(FabricState fabric, long nowPs) {
    fabric.setStorm(at.node(), at.port(), priority, true, nowPs);
  }

  @Override
  public void end(FabricState fabric, long nowPs) {
    fabric.setStorm(at.node(), at.port(), priority, false, nowPs);
  }
}
