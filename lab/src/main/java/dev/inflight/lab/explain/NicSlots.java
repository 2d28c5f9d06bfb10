package dev.inflight.lab.explain;

import dev.inflight.net.nic.EngineNic;
import dev.inflight.net.nic.NicModel;
import dev.inflight.sim.record.FlowResult;
import dev.inflight.sim.workload.FlowTable;

/** Whether the NIC of a flow's host had a slot free for it when it began. */
final class NicSlots {
  private final long slots;
  private final int source;
  private final FlowTable flows;
  private final int flow;
  private int finishedBefore;

  NicSlots(NicModel nic, FlowTable flows, int flow) {
    slots = nic instanceof EngineNic engines ? (long) engines.engines() * engines.flowsPerEngine() : Long.MAX_VALUE;
    this.flows = flows;
    this.flow = flow;
    source = flows.source(flow);
  }

  /** Whether there are slots at all. */
  boolean areLimited() {
    return slots < Long.MAX_VALUE;
  }

  void finished(FlowResult result) {
    if (result.source() == source && result.startPs() + result.fctPs() <= flows.startPs(flow)) {
      finishedBefore++;
    }
  }

  /** Whether as many flows of the host were under way as there are slots, before this one. */
  boolean areFull(long startPs) {
    if (!areLimited()) {
      return false;
    }
    int begun = 0;
    for (int other = 0; other < flow; other++) {
      begun += flows.source(other) == source && flows.startPs(other) <= startPs ? 1 : 0;
    }
    return begun - finishedBefore >= slots;
  }
}
