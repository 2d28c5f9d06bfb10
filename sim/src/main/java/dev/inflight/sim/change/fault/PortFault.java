package dev.inflight.sim.change.fault;

import dev.inflight.net.topology.Topology;
import dev.inflight.sim.change.NodeEvent;
import org.jspecify.annotations.Nullable;

/** An event in which ports of a node pause their neighbors for a reason other than the queue of a switch. */
public sealed interface PortFault extends NodeEvent permits PfcStorm, SlowReceive {
  /** Faulty ports. */
  NodePort at();

  @Override
  default int node() {
    return at().node();
  }

  @Override
  default @Nullable String problem(Topology topology) {
    return at().problem(topology);
  }

  @Override
  default boolean concerns(int from, int number, int neighbor) {
    return at().covers(from, number);
  }

  /** True if the fault causes the pauses that a port of a node sends between two times, in picoseconds. */
  default boolean pauses(int pausing, int number, long fromPs, long toPs) {
    return at().covers(pausing, number) && atPs() < toPs && untilPs() > fromPs;
  }
}
