package dev.inflight.sim.change.fault;

import dev.inflight.net.topology.Topology;
import dev.inflight.sim.change.EventSpan;
import dev.inflight.sim.change.state.FabricState;
import dev.inflight.telemetry.util.Check;
import org.jspecify.annotations.Nullable;

/**
 * A host takes packets from its NICs at less than their links' rate.
 *
 * @param atPs start, in picoseconds
 * @param at the host, and the port if not all of them
 * @param rateBitsPerSec bits of frames that it takes a second, above 0
 * @param bufferBytes bytes that may wait in a NIC before it pauses its peer, or without PFC drops; 1 or more
 * @param untilPs end, in picoseconds; {@link #NEVER}: none
 */
public record SlowReceive(long atPs, NodePort at, long rateBitsPerSec, long bufferBytes, long untilPs) implements PortFault {
  /** Default of the bytes that may wait in a NIC. */
  public static final long BUFFER_BYTES = 1_000_000;

  /** Checks the ranges. */
  public SlowReceive {
    EventSpan.check(atPs, untilPs);
    Check.check("rate", rateBitsPerSec, 1, Long.MAX_VALUE);
    Check.check("buffer", bufferBytes, 1, Integer.MAX_VALUE);
  }

  @Override
  public @Nullable String problem(Topology topology) {
    return at.problemOfHost(topology);
  }

  @Override
  public void begin(FabricState fabric, long nowPs) {
    fabric.setReceiveRate(at.node(), at.port(), rateBitsPerSec, bufferBytes, nowPs);
  }

  @Override
  public void end(FabricState fabric, long nowPs) {
    fabric.setReceiveRate(at.node(), at.port(), 0, bufferBytes, nowPs);
  }
}
