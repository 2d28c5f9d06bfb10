package dev.inflight.app.contract;

import dev.inflight.lab.files.InFile;
import dev.inflight.lab.scenario.Catalog;
import dev.inflight.net.balance.Routing;
import dev.inflight.net.switching.admission.AdmissionRule;
import dev.inflight.net.switching.ecn.MarkingRule;
import dev.inflight.net.switching.pfc.PfcProfile;
import dev.inflight.net.switching.queue.QueueDiscipline;
import dev.inflight.net.topology.TopologyGenerator;
import dev.inflight.sim.testing.AdmissionContract;
import dev.inflight.sim.testing.FormatContract;
import dev.inflight.sim.testing.MarkingContract;
import dev.inflight.sim.testing.PfcProfileContract;
import dev.inflight.sim.testing.QueueContract;
import dev.inflight.sim.testing.RoutingContract;
import dev.inflight.sim.testing.TopologyContract;
import dev.inflight.sim.testing.WorkloadContract;
import dev.inflight.sim.workload.Workload;
import dev.inflight.telemetry.TelemetryFormat;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each choice that scenarios can name keeps the contract of its kind, except those that read a file. */
class KindContractsTest {
  static List<AdmissionRule> admissions() {
    return Catalog.ADMISSIONS.builtIn();
  }

  static List<TelemetryFormat> formats() {
    return Catalog.TELEMETRY.builtIn();
  }

  static List<MarkingRule> markings() {
    return Catalog.MARKINGS.builtIn();
  }

  static List<PfcProfile> profiles() {
    return Catalog.PFC_PROFILES.builtIn();
  }

  static List<QueueDiscipline> queues() {
    return Catalog.QUEUES.builtIn();
  }

  static List<Routing> routings() {
    return Catalog.ROUTINGS.builtIn();
  }

  static List<TopologyGenerator> topologies() {
    return Catalog.TOPOLOGIES.builtIn().stream().filter(one -> !(one instanceof InFile<?>)).toList();
  }

  static List<Workload> workloads() {
    return Catalog.WORKLOADS.builtIn().stream().filter(one -> !(one instanceof InFile<?>)).toList();
  }

  @ParameterizedTest
  @MethodSource("admissions")
  void admissionKeepsItsContract(AdmissionRule admission) {
    AdmissionContract.checkAll(admission);
  }

  @ParameterizedTest
  @MethodSource("formats")
  void telemetryFormatKeepsItsContract(TelemetryFormat format) {
    FormatContract.checkAll(format);
  }

  @ParameterizedTest
  @MethodSource("markings")
  void markingKeepsItsContract(MarkingRule marking) {
    MarkingContract.checkAll(marking);
  }

  @ParameterizedTest
  @MethodSource("profiles")
  void pfcProfileKeepsItsContract(PfcProfile profile) {
    PfcProfileContract.checkAll(profile);
  }

  @ParameterizedTest
  @MethodSource("queues")
  void queueDisciplineKeepsItsContract(QueueDiscipline discipline) {
    QueueContract.checkAll(discipline);
  }

  @ParameterizedTest
  @MethodSource("routings")
  void routingKeepsItsContract(Routing routing) {
    RoutingContract.checkAll(routing);
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void topologyKeepsItsContract(TopologyGenerator topology) {
    TopologyContract.checkAll(topology);
  }

  @ParameterizedTest
  @MethodSource("workloads")
  void workloadKeepsItsContract(Workload workload) {
    WorkloadContract.checkAll(workload);
  }
}
