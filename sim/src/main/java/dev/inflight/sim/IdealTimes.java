package dev.inflight.sim;

import dev.inflight.net.fabric.IdealFct;
import dev.inflight.net.link.Flow;
import dev.inflight.sim.setup.FabricBuilder;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.workload.FlowTable;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** Ideal completion times of flows and operations in progress, on the routes during their time. */
final class IdealTimes {
  private final Setup setup;
  private final FlowTable flows;
  private final FabricBuilder assembly;
  /** By class of flow; classes with the same transport share one. */
  private final IdealFct[] ideals;
  /** By row; 0 if no route led to its destination. */
  private final Map<Integer, Long> alonePs = new HashMap<>();
  /** Flows and operations in progress, by row; empty if routes never change. */
  private final Map<Integer, Flow> underWay = new TreeMap<>();
  private final boolean changing;
  /** Rows of flows during which routes changed. */
  private final BitSet rerouted = new BitSet();

  IdealTimes(Setup setup, FlowTable flows, FabricBuilder assembly) {
    this.setup = setup;
    this.flows = flows;
    this.assembly = assembly;
    ideals = new IdealFct[setup.classes().size() + 1];
    for (int flowClass = 0; flowClass < ideals.length; flowClass++) {
      Setup own = assembly.setupOf(flowClass);
      ideals[flowClass] = own == setup && flowClass > 0
          ? ideals[0]
          : new IdealFct(assembly.fabric, own.framing(), own.payloadBytes(), own.packetsPerAck() == 1, own.paths(),
              own.routing().switchesChoose());
    }
    changing = !setup.events().isEmpty();
  }

  /**
   * Adds a flow or operation that starts.
   *
   * @param over the flow, or the stream that carries it
   */
  void started(int row, Flow over) {
    alonePs.put(row, alonePs(row, over));
    if (changing) {
      underWay.put(row, over);
    }
  }

  /** Updates flows in progress after a change of routes: the ideal of a flow is the least over all routes during its time. */
  void routesChanged() {
    underWay.forEach((row, over) -> {
      long nowPs = alonePs(row, over);
      if (nowPs > 0) {
        alonePs.merge(row, nowPs, (beforePs, newPs) -> beforePs == 0 ? newPs : Math.min(beforePs, newPs));
      }
      rerouted.set(row);
    });
  }

  /**
   * The ideal of a flow, at most its actual time. Some flows can be faster than the computed ideal: packets on an old and a new
   * path may travel at the same time, as they may if switches choose paths, and an unreliable flow does not wait for lost
   * packets.
   */
  long idealFctPs(int row, long fctPs) {
    boolean boundByItself = rerouted.get(row) || setup.routing().switchesChoose()
        || !assembly.setupOf(flows.flowClass(row)).recovery().isReliable();
    long alone = alonePs.getOrDefault(row, 0L);
    return boundByItself && !setup.profile().estimatesAloneTime() ? Math.min(alone, fctPs) : alone;
  }

  /** Removes a flow or operation that has ended. */
  void ended(int row) {
    alonePs.remove(row);
    underWay.remove(row);
  }

  /** Completion time of a flow or operation without other traffic on its present paths, in picoseconds. */
  private long alonePs(int row, Flow over) {
    FlowTable.Kind kind = flows.kind(row);
    long sizeBytes = flows.sizeBytes(row);
    if (setup.profile().estimatesAloneTime()) {
      return assembly.basePaths.idealFctPs(over.source(), over.destination(), sizeBytes);
    }
    IdealFct ideal = ideals[flows.flowClass(row)];
    return kind == FlowTable.Kind.READ ? ideal.readPs(over, sizeBytes) : ideal.writePs(over, sizeBytes);
  }
}
