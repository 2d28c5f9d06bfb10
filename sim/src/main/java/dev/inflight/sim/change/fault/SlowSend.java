package dev.inflight.sim.change.fault;

import dev.inflight.net.topology.Topology;
import dev.inflight.sim.change.EventSpan;
import dev.inflight.sim.change.FabricEvent;
import dev.inflight.sim.change.LinkDegraded;
import dev.inflight.sim.change.NodeEvent;
import dev.inflight.sim.change.state.FabricState;
import dev.inflight.sim.change.state.LinkEnds;
import dev.inflight.telemetry.util.Check;
import org.jspecify.annotations.Nullable;

/**
 * All NICs of a host send at less than their links' rate, as behind a PCIe slot that has lost lanes. The host does not know: schemes start at the
 * rate of the link.
 *
 * @param atPs when, in picoseconds
 * @param node the host
 * @param rateBitsPerSec the rate at which each of its NICs sends, in bit/s, above 0 and below that of each of its cables
 * @param untilPs when it ends, in picoseconds; {@link #NEVER}: it does not
 */
public record SlowSend(long atPs, int node, long rateBitsPerSec, long untilPs) implements NodeEvent {
  /** Checks the ranges. */
  public SlowSend {
    EventSpan.check(atPs, untilPs);
    Check.check("rate", rateBitsPerSec, 1, Long.MAX_VALUE);
  }

  @Override
  public @Nullable String problem(Topology topology) {
    String missing = LinkEnds.problemOf(node, topology);
    if (missing != null) {
      return missing;
    }
    return topology.isSwitch(node)
        ? topology.name(node) + " is no host"
        : LinkDegraded.problemOfRate(rateBitsPerSec, topology.linksOfNodes().get(node), topology);
  }

  @Override
  public boolean concerns(int from, int neighbor) {
    return from == node;
  }

  @Override
  public boolean changesRates() {
    return true;
  }

  @Override
  public boolean excludes(FabricEvent other) {
    return other instanceof SlowSend another && another.node == node
        || other instanceof LinkDegraded degraded && degraded.ends().concernSending(node);
  }

  @Override
  public void begin(FabricState fabric, long nowPs) {
    fabric.setSendRate(node, rateBitsPerSec);
  }

  @Override
  public void end(FabricState fabric, long nowPs) {
    fabric.setSendRate(node, 0);
  }
}
