package dev.inflight.sim.testing;

import dev.inflight.net.topology.LeafSpine;
import dev.inflight.net.topology.Star;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.workload.FlowTable;
import dev.inflight.sim.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Contract of all workloads. Each constant is a rule, which a test checks alone or with the others, as in
 * {@link AdmissionContract}. The workload adds flows to a star of 64 hosts, or to the default leaf-spine if it rejects the star.
 */
public enum WorkloadContract {
  /** The name is valid in scenarios: lower-case letters, digits and {@code -}, at most 40, with a letter first. */
  HAS_A_NAME(workload -> Contract.requireName(workload.name())),
  /** There are flows, each between two hosts, of 0 bytes or more, from time 0. */
  FLOWS_ARE_OF_HOSTS(WorkloadContract::checkFlows),
  /** The same table, topology and seed give the same flows, in all columns. */
  SAME_SEED_SAME_FLOWS(WorkloadContract::checkSame);

  private static final int HOSTS = 64;
  private static final long RATE = 100_000_000_000L;

  private final Consumer<Workload> rule;

  WorkloadContract(Consumer<Workload> rule) {
    this.rule = rule;
  }

  /**
   * Checks this rule.
   *
   * @throws AssertionError with the names of the checked object and of the rule, and the violation
   */
  public void check(Workload workload) {
    Contract.check(workload.name(), this, () -> rule.accept(workload));
  }

  /**
   * Checks all rules.
   *
   * @throws AssertionError for the first violated rule
   */
  public static void checkAll(Workload workload) {
    for (WorkloadContract each : values()) {
      each.check(workload);
    }
  }

  private static Topology topology(Workload workload) {
    Topology star = new Star(HOSTS, RATE, 1_000_000).build();
    try {
      workload.addTo(new FlowTable(), star, 1);
      return star;
    } catch (IllegalArgumentException refused) {
      return LeafSpine.DEFAULT.build();
    }
  }

  private record Row(FlowTable.Kind kind, int queuePair, int source, int destination, int priority, int destinationPort,
      int flowClass, int message, long sizeBytes, long startPs) {
  }

  private static List<Row> rows(FlowTable flows) {
    var rows = new ArrayList<Row>();
    flows.forEach((row, source, destination, sizeBytes, startPs) -> rows
        .add(new Row(flows.kind(row), flows.queuePair(row), source, destination, flows.priority(row), flows.destinationPort(row),
            flows.flowClass(row), flows.message(row), sizeBytes, startPs)));
    return rows;
  }

  private static List<Row> rows(Workload workload, Topology topology) {
    var flows = new FlowTable();
    workload.addTo(flows, topology, 7);
    return rows(flows);
  }

  private static void checkFlows(Workload workload) {
    Topology topology = topology(workload);
    List<Row> rows = rows(workload, topology);
    Contract.require(!rows.isEmpty(), "it adds no flow");
    int hosts = topology.hostCount();
    for (Row row : rows) {
      Contract.require(row.source >= 0 && row.source < hosts && row.destination >= 0 && row.destination < hosts
          && row.source != row.destination && row.sizeBytes >= 0 && row.startPs >= 0, "it adds the flow " + row);
    }
  }

  private static void checkSame(Workload workload) {
    Topology topology = topology(workload);
    Contract.require(rows(workload, topology).equals(rows(workload, topology)),
        "it adds different flows the second time, with the same seed");
  }
}
