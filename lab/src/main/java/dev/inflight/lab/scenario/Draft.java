package dev.inflight.lab.scenario;

import dev.inflight.net.topology.TopologyGenerator;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A scenario while it is read: what its file and the command line have said so far, and defaults for the rest. */
public final class Draft {
  /** Holds what is in the setup. */
  public final SetupBuilder setup;
  /** What the scenario calls itself; null: it does not say. */
  public @Nullable String name;
  /** How the results' tables are kept. */
  public Scenario.Tables tables = Scenario.Tables.CSV;
  /** What the setup's topology will be built from; null until a file has named it. */
  public @Nullable TopologyGenerator topology;
  /** What the setup's flows will be built from. */
  public List<? extends Workload> workloads = List.of();
  /** Flows of classes, behind those. */
  public final List<Scenario.ClassOfFlows> classes = new ArrayList<>();

  /** Defaults, and what the setup says. */
  public Draft(SetupBuilder setup) {
    this.setup = setup;
  }
}
