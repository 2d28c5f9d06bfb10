package dev.inflight.sim.workload;

import java.util.List;

/** All workloads, with their default parameters. A new workload is a new file and a line here. */
public final class Workloads {
  /** All workloads. */
  public static final List<Workload> ALL = List.of(SingleFlow.DEFAULT, Incast.DEFAULT, Poisson.DEFAULT, IncastLoad.DEFAULT,
      Permutation.DEFAULT, PeriodicFlows.DEFAULT, Rdma.DEFAULT, CollectiveTraffic.DEFAULT);

  private Workloads() {
  }
}
