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

/** Ideal completion times of flows and operations in progress, on the routes that existed during their time. */
final class IdealTimes {
  private final Setup setup;
  private final FlowTable flows;
  private final FabricBuilder assembly;
  /** By class of flow; the same one for classes with the same transport. */
  private final IdealFct[] ideals;
  /** By row; 0 where no route led to its destination. */
  private final Map<Integer, Long> alonePs = new HashMap<>();
  /** Flows and operations that have started and not ended, by row; empty where routes never change. */
  private final Map<Integer, Flow> underWay = new TreeMap<>();
  private final boolean changing;
  /** Rows of flows that have seen routes change. */
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

  /** The routes have changed: the ideal of a flow is the least over all routes that there were while it lasted. */
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
   * The ideal of a flow, at most the time that it has taken itself. Some flows can be faster than the computed ideal: packets on an old
   * path and on a new one may travel at the same time, also where switches choose, and an unreliable flow does not wait for lost packets.
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

  /** Completion time of a flow or operation alone on the paths that it may use now, in picoseconds. */
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
