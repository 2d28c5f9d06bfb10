package dev.inflight.sim.change.fault;

import dev.inflight.net.topology.Topology;
import dev.inflight.sim.change.EventSpan;
import dev.inflight.sim.change.FabricEvent;
import dev.inflight.sim.change.LinkDegraded;
import dev.inflight.sim.change.NodeEvent;
import dev.inflight.sim.change.state.FabricState;
import dev.inflight.telemetry.util.Check;
import org.jspecify.annotations.Nullable;

/**
 * NICs of a host send at less than their links' rate, as behind a PCIe slot that has lost lanes. The host does not notice:
 * schemes start at the rate of the link.
 *
 * @param atPs start, in picoseconds
 * @param at the host, and the port if not all of them
 * @param rateBitsPerSec the rate at which each of these NICs sends, in bit/s, above 0 and below that of its cable
 * @param untilPs end, in picoseconds; {@link #NEVER}: none
 */
public record SlowSend(long atPs, NodePort at, long rateBitsPerSec, long untilPs) implements NodeEvent {
  /** Checks the ranges. */
  public SlowSend {
    EventSpan.check(atPs, untilPs);
    Check.check("rate", rateBitsPerSec, 1, Long.MAX_VALUE);
  }

  @Override
  public int node() {
    return at.node();
  }

  @Override
  public @Nullable String problem(Topology topology) {
    String missing = at.problemOfHost(topology);
    return missing != null ? missing : LinkDegraded.problemOfRate(rateBitsPerSec, at.links(topology), topology);
  }

  @Override
  public boolean concerns(int from, int number, int neighbor) {
    return at.covers(from, number);
  }

  @Override
  public boolean changesRates() {
    return true;
  }

  @Override
  public boolean excludes(FabricEvent other) {
    return other instanceof SlowSend another && another.at.overlaps(at)
        || other instanceof LinkDegraded degraded && degraded.ends().concernSending(at.node());
  }

  @Override
  public void begin(FabricState fabric, long nowPs) {
    fabric.setSendRate(at.node(), at.port(), rateBitsPerSec);
  }

  @Override
  public void end(FabricState fabric, long nowPs) {
    fabric.setSendRate(at.node(), at.port(), 0);
  }
}
