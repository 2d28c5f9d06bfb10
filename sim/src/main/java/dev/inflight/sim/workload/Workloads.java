package dev.inflight.sim.workload;

import java.util.List;

/** Every workload there is, with its default parameters; a new one is a new file and a line here. */
public final class Workloads {
  /** All workloads. */
  public static final List<Workload> ALL = List.of(SingleFlow.DEFAULT, Incast.DEFAULT, Poisson.DEFAULT, IncastLoad.DEFAULT,
      Permutation.DEFAULT, PeriodicFlows.DEFAULT, Rdma.DEFAULT, CollectiveTraffic.DEFAULT);

  private Workloads() {
  }
}
