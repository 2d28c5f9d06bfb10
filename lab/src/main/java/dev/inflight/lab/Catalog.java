package dev.inflight.lab;

import dev.inflight.cc.Scheme;
import dev.inflight.cc.Schemes;
import dev.inflight.net.NicModel;
import dev.inflight.net.NicModels;
import dev.inflight.net.Recoveries;
import dev.inflight.net.Recovery;
import dev.inflight.net.Topologies;
import dev.inflight.net.TopologyShape;
import dev.inflight.sim.Workload;
import dev.inflight.sim.Workloads;
import dev.inflight.telemetry.Formats;
import dev.inflight.telemetry.TelemetryFormat;
import java.util.stream.Stream;

/** All that a scenario can name by a spec: the list of each axis. */
final class Catalog {
  static final SpecBinder<Scheme> SCHEMES = new SpecBinder<>("scheme", Schemes.ALL, Scheme::name);
  static final SpecBinder<TelemetryFormat> TELEMETRY = new SpecBinder<>("telemetry format", Formats.ALL, TelemetryFormat::name);
  static final SpecBinder<Recovery> RECOVERIES = new SpecBinder<>("recovery", Recoveries.ALL, Recovery::name);
  static final SpecBinder<NicModel> NICS = new SpecBinder<>("NIC", NicModels.ALL, NicModel::name);
  static final SpecBinder<TopologyShape> TOPOLOGIES = new SpecBinder<>("topology",
      Stream.concat(Topologies.ALL.stream(), Stream.of(FileTopology.DEFAULT)).toList(), TopologyShape::name);
  static final SpecBinder<Workload> WORKLOADS = new SpecBinder<>("workload",
      Stream.concat(Workloads.ALL.stream(), Stream.of(FileFlows.DEFAULT)).toList(), Workload::name);

  private Catalog() {
  }
}
