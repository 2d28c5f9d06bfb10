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

/** Scenario in the course of reading: values of its file and the command line, and defaults for the rest. */
public final class Draft {
  /** Values of the setup. */
  public final SetupBuilder setup;
  /** Name in the scenario; null without one. */
  public @Nullable String name;
  /** Format of the results' tables. */
  public Scenario.Tables tables = Scenario.Tables.CSV;
  /** Member of an ensemble. */
  public EnsembleMember ensemble = EnsembleMember.PLAIN;
  /** Targets and expected state of a run. */
  public Expectations expected = Expectations.NONE;
  /** Generator of the setup's topology; null before the file's is read. */
  public @Nullable TopologyGenerator topology;
  /** Generators of the setup's flows. */
  public List<? extends Workload> workloads = List.of();
  /** Flows with classes, after the workloads. */
  public final List<Scenario.ClassOfFlows> classes = new ArrayList<>();

  /** Places of the setup's events from {@code events}; entries with errors have none. */
  public final List<SourceLocation> eventPlaces = new ArrayList<>();

  /** Names of nodes in addition to the topology's. */
  public NodeNaming names = NodeNaming.NONE;
  /** Place of the topology. */
  public SourceLocation topologyPlace = SourceLocation.of("topology");
  private @Nullable Topology built;

  /** Creates a draft with defaults and the setup's values. */
  public Draft(SetupBuilder setup) {
    this.setup = setup;
  }

  /**
   * Returns the topology with its names. The first call builds it.
   *
   * @throws dev.inflight.lab.read.InputError if the topology cannot be built, or a name does not fit it
   */
  public Topology built() {
    Topology known = built;
    if (known == null) {
      known = names.of(topologyPlace.check(Objects.requireNonNull(topology)::build));
      built = known;
    }
    return known;
  }

  /** Returns the number of the node with this name. */
  public int node(String name) {
    if (topology == null) {
      throw new IllegalArgumentException(Quoted.of(name) + " is not a number, and without a topology nodes have no names");
    }
    return NodeReference.node(name, built());
  }

  /** Returns the number of a node from its number or name. */
  public int node(YamlNode value) {
    return value.text(NodeReference::isNumber) ? (int) value.whole(0, Integer.MAX_VALUE) : value.text(this::node);
  }
}
