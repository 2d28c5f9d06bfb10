package dev.inflight.lab.scenario;

import dev.inflight.net.topology.TopologyGenerator;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A scenario while it is read: what its file and the command line have said so far, and defaults for the rest. */
public final class Draft {
  final SetupBuilder setup;
  /** What the scenario calls itself; null: it does not say. */
  @Nullable
  String name;
  /** How the results' tables are kept. */
  Scenario.Tables tables = Scenario.Tables.CSV;
  /** What the setup's topology will be built from; null until a file has named it. */
  @Nullable
  TopologyGenerator topology;
  /** What the setup's flows will be built from. */
  List<? extends Workload> workloads = List.of();
  /** Flows of classes, behind those. */
  final List<Scenario.ClassOfFlows> classes = new ArrayList<>();

  Draft(SetupBuilder setup) {
    this.setup = setup;
  }
}
