package dev.inflight.lab.scenario;

import dev.inflight.cc.Scheme;
import dev.inflight.cc.scheme.Schemes;
import dev.inflight.lab.files.FileFlows;
import dev.inflight.lab.files.FileTopology;
import dev.inflight.lab.spec.SpecBinder;
import dev.inflight.net.nic.NicModel;
import dev.inflight.net.nic.NicModels;
import dev.inflight.net.recovery.Recoveries;
import dev.inflight.net.recovery.Recovery;
import dev.inflight.net.topology.Topologies;
import dev.inflight.net.topology.TopologyGenerator;
import dev.inflight.sim.workload.Workload;
import dev.inflight.sim.workload.Workloads;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.Formats;

import java.util.stream.Stream;

/** All that a scenario can name by a spec: the list of each axis. */
public final class Catalog {
  public static final SpecBinder<Scheme> SCHEMES = new SpecBinder<>("scheme", Schemes.ALL, Scheme::name);
  public static final SpecBinder<TelemetryFormat> TELEMETRY = new SpecBinder<>("telemetry format", Formats.ALL,
      TelemetryFormat::name);
  public static final SpecBinder<Recovery> RECOVERIES = new SpecBinder<>("recovery", Recoveries.ALL, Recovery::name);
  public static final SpecBinder<NicModel> NICS = new SpecBinder<>("NIC", NicModels.ALL, NicModel::name);
  public static final SpecBinder<TopologyGenerator> TOPOLOGIES = new SpecBinder<>("topology",
      Stream.concat(Topologies.ALL.stream(), Stream.of(FileTopology.DEFAULT)).toList(), TopologyGenerator::name);
  public static final SpecBinder<Workload> WORKLOADS = new SpecBinder<>("workload",
      Stream.concat(Workloads.ALL.stream(), Stream.of(FileFlows.DEFAULT)).toList(), Workload::name);

  private Catalog() {
  }
}
