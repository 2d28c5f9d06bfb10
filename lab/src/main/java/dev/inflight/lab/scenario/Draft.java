package dev.inflight.lab.scenario;

import dev.inflight.lab.ensemble.EnsembleMember;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.YamlNode;
import dev.inflight.lab.scenario.names.NodeNaming;
import dev.inflight.lab.scenario.names.NodeReference;
import dev.inflight.net.topology.Topology;
import dev.inflight.net.topology.TopologyGenerator;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A scenario while it is read: what its file and the command line have said so far, and defaults for the rest. */
public final class Draft {
  /** Holds what is in the setup. */
  public final SetupBuilder setup;
  /** What the scenario calls itself; null: it does not say. */
  public @Nullable String name;
  /** How the results' tables are kept. */
  public Scenario.Tables tables = Scenario.Tables.CSV;
  /** Which run of an ensemble it is. */
  public EnsembleMember ensemble = EnsembleMember.PLAIN;
  /** What its author expects of a run. */
  public Expectations expected = Expectations.NONE;
  /** What the setup's topology will be built from; null until a file has named it. */
  public @Nullable TopologyGenerator topology;
  /** What the setup's flows will be built from. */
  public List<? extends Workload> workloads = List.of();
  /** Flows of classes, behind those. */
  public final List<Scenario.ClassOfFlows> classes = new ArrayList<>();

  /** What nodes are called besides what the topology calls them. */
  public NodeNaming names = NodeNaming.NONE;
  /** Where the topology stands. */
  public SourceLocation topologyPlace = SourceLocation.of("topology");
  private @Nullable Topology built;

  /** Defaults, and what the setup says. */
  public Draft(SetupBuilder setup) {
    this.setup = setup;
  }

  /**
   * The topology with its names, which is built when it is first asked for.
   *
   * @throws dev.inflight.lab.read.InputError when it cannot be built, or a name does not fit it
   */
  public Topology built() {
    Topology known = built;
    if (known == null) {
      known = names.of(topologyPlace.check(Objects.requireNonNull(topology)::build));
      built = known;
    }
    return known;
  }

  /** The number of the node of this name. */
  public int node(String name) {
    if (topology == null) {
      throw new IllegalArgumentException(Quoted.of(name) + " is no number, and without a topology no node has a name");
    }
    return NodeReference.node(name, built());
  }

  /** The number of a node that is written as its number or name. */
  public int node(YamlNode value) {
    return value.text(NodeReference::isNumber) ? (int) value.whole(0, Integer.MAX_VALUE) : value.text(this::node);
  }
}
