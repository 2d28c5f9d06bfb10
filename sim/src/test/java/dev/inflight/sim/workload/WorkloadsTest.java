package dev.inflight.sim.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.inflight.sim.collective.plan.CollectiveProtocol;
import dev.inflight.net.topology.Dumbbell;
import dev.inflight.net.topology.Star;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.graph.CollectiveKind;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Common properties of all workloads, and those with little or no random choice. */
class WorkloadsTest {
  static final List<Workload> ALL = Workloads.ALL;
  static final List<Workload> RANDOM = List.of(Poisson.DEFAULT, IncastLoad.DEFAULT, Permutation.DEFAULT);

  private static final long MS = 1_000_000_000L;
  private static final Topology STAR = new Star(100, 100_000_000_000L, 1_000_000).build();

  private record Flow(int from, int to, int priority, int port, long bytes, long startPs) {
  }

  @Test
  void namesAreUnique() {
    assertThat(ALL).extracting(Workload::name).containsExactly("flow", "incast", "poisson", "incast-load", "permutation",
        "periodic", "rdma", "collective");
  }

  @ParameterizedTest
  @FieldSource("ALL")
  void addsFlowsBetweenDifferentHostsInOrderOfStart(Workload workload) {
    List<Flow> flows = flows(STAR, 7, workload);
    assertThat(flows).isNotEmpty().allSatisfy(flow -> {
      assertThat(flow.from).isNotEqualTo(flow.to).isBetween(0, 99);
      assertThat(flow.to).isBetween(0, 99);
      assertThat(flow.bytes).isPositive();
    });
    assertThat(flows).extracting(Flow::startPs).isSorted();
  }

  @ParameterizedTest
  @FieldSource("ALL")
  void sameSeedSameFlows(Workload workload) {
    assertThat(flows(STAR, 7, workload)).isEqualTo(flows(STAR, 7, workload));
  }

  @ParameterizedTest
  @FieldSource("RANDOM")
  void otherSeedOtherFlows(Workload workload) {
    assertThat(flows(STAR, 7, workload)).isNotEqualTo(flows(STAR, 8, workload));
  }

  @ParameterizedTest
  @FieldSource("RANDOM")
  void equalLinesDrawDifferently(Workload workload) {
    List<Flow> once = flows(STAR, 7, workload);
    List<Flow> twice = flows(STAR, 7, workload, workload);
    assertThat(twice.subList(0, once.size())).isEqualTo(once);
    assertThat(twice.subList(once.size(), twice.size())).isNotEmpty().isNotEqualTo(once);
  }

  @Test
  void singleFlow() {
    assertThat(flows(STAR, 1, new SingleFlow(5, 3, 77, 9, 2, 4791))).containsExactly(new Flow(5, 3, 2, 4791, 77, 9));
    refused(() -> new SingleFlow(3, 3, 1, 0, 3, 100), "a flow from host 3 to itself");
    refused(() -> new SingleFlow(0, 1, 0, 0, 3, 100), "size 0 bytes is below 1");
    refused(() -> new SingleFlow(0, 1, 1, -1, 3, 100), "start -1 ps is before 0");
    refused(() -> new SingleFlow(0, 1, 1, 0, 0, 100), "priority 0 is outside 1 to 7");
    refused(() -> new SingleFlow(0, 1, 1, 0, 3, 65536), "port 65536 is outside 0 to 65535");
    refused(() -> flows(STAR, 1, new SingleFlow(0, 100, 1, 0, 3, 100)), "to 100 is a switch; hosts are 0 to 99");
    refused(() -> flows(STAR, 1, new SingleFlow(101, 1, 1, 0, 3, 100)), "from 101 does not exist; hosts are 0 to 99");
    refused(() -> flows(STAR, 1, new SingleFlow(-1, 1, 1, 0, 3, 100)), "from -1 does not exist; hosts are 0 to 99");
  }

  @Test
  void incastComesFromTheLowestHosts() {
    Topology star = Star.DEFAULT.build();
    assertThat(flows(star, 1, Incast.DEFAULT)).extracting(Flow::from)
        .containsExactlyElementsOf(IntStream.range(0, 16).boxed().toList());
    assertThat(flows(star, 1, Incast.DEFAULT)).extracting(Flow::to).containsOnly(16);
    assertThat(flows(star, 1, new Incast(3, 1, 10, 5, 3, 200))).containsExactly(new Flow(0, 1, 3, 200, 10, 5),
        new Flow(2, 1, 3, 200, 10, 5), new Flow(3, 1, 3, 200, 10, 5));
  }

  @Test
  void incastRefusesImpossibleParameters() {
    refused(() -> new Incast(0, -1, 1, 0, 3, 200), "senders 0 is below 1");
    refused(() -> new Incast(1, -2, 1, 0, 3, 200), "receiver must be a host, or -1 for the last host, found -2");
    refused(() -> flows(Dumbbell.DEFAULT.build(), 1, Incast.DEFAULT),
        "an incast of 16 senders needs 17 hosts; the topology has 8");
    refused(() -> flows(Dumbbell.DEFAULT.build(), 1, new Incast(2, 8, 1, 0, 3, 200)), "receiver 8 is a switch; hosts are 0 to 7");
  }

  /** Every host sends once and receives once, and the receivers form one circle. */
  @Test
  void permutationIsACircle() {
    List<Flow> flows = flows(STAR, 3, new Permutation(1000, 4, 3, 100));
    assertThat(flows).extracting(Flow::from).containsExactlyElementsOf(IntStream.range(0, 100).boxed().toList());
    var met = new BitSet();
    for (int host = 0; !met.get(host); host = flows.get(host).to) {
      met.set(host);
    }
    assertThat(met.cardinality()).isEqualTo(100);
    assertThat(flows).extracting(Flow::startPs).containsOnly(4L);
  }

  @Test
  void randomTrafficNeedsTwoHostsWithLinks() {
    Topology alone = new Star(1, 1, 0).build();
    refused(() -> flows(alone, 1, Poisson.DEFAULT), "poisson needs 2 hosts; the topology has 1");
    refused(() -> flows(alone, 1, Permutation.DEFAULT), "permutation needs 2 hosts; the topology has 1");
    refused(() -> flows(STAR, 1, new IncastLoad(100, 1, 0.1, MS, 0, 3, 200)),
        "incast-load with fanIn 100 needs 101 hosts; the topology has 100");
    var loose = new Topology(3, new BitSet(), List.of(new Topology.Link(0, 2, 1000, 0)));
    refused(() -> flows(loose, 1, Poisson.DEFAULT), "host 1 has no link");
  }

  @Test
  void randomTrafficRefusesValuesOutOfRange() {
    refused(() -> new Poisson(0, "websearch", MS, 0, 3, 100), "load must be above 0 and at most 1, found 0");
    refused(() -> new Poisson(Double.NaN, "websearch", MS, 0, 3, 100), "load must be above 0 and at most 1, found NaN");
    refused(() -> new Poisson(30, "websearch", MS, 0, 3, 100), "load must be above 0 and at most 1, found 30");
    refused(() -> new Poisson(0.3, "websearch", 0, 0, 3, 100), "duration 0 ps is below 1");
    refused(() -> new Poisson(0.3, "websearch", 2, Long.MAX_VALUE - 1, 3, 100),
        "start 9223372036854775806 ps and duration 2 ps end beyond the range of time");
    refused(() -> new Poisson(0.3, "hadoop", MS, 0, 3, 100), "unknown size distribution \"hadoop\"; known: websearch, fb-hadoop, "
        + "ali-storage, or give points such as \"0 0, 1000 60, 50000 100\"");
    refused(() -> new IncastLoad(0, 1, 0.1, MS, 0, 3, 200), "fanIn 0 is below 1");
    refused(() -> new IncastLoad(1, 1, 1.5, MS, 0, 3, 200), "load must be above 0 and at most 1, found 1.5");
    refused(() -> flows(STAR, 1, new Poisson(0.8, "999 0, 1000 100", 1000 * MS, 0, 3, 100)),
        "poisson would start about 1000000000 flows; at most 100000000 are allowed");
  }

  @Test
  void collectivesRefuseImpossibleParameters() {
    refused(() -> collective(CollectiveKind.ALL_REDUCE, "pairwise", 8),
        "algorithm 'pairwise' does not support all-reduce; use ring, tree, halving-doubling, double-tree, hierarchical, nvls, direct");
    refused(() -> collective(CollectiveKind.ALL_REDUCE, "rings", 8),
        "unknown algorithm 'rings'; known: ring, pairwise, tree, halving-doubling, double-tree, hierarchical, nvls, pairwise-pxn, direct");
    refused(() -> collective(CollectiveKind.ALL_REDUCE, "ring", 1), "ranks must be 2 or more, or 0 for all hosts, found 1");
    refused(() -> flows(STAR, 1, collective(CollectiveKind.ALL_REDUCE, "ring", 101)),
        "a collective of 101 ranks from place 0 on needs 101 hosts; the topology has 100");
    refused(() -> flows(STAR, 1, collective(CollectiveKind.ALL_REDUCE, "halving-doubling", 12)),
        "'halving-doubling' needs a power of two of ranks, not 12");
    refused(() -> flows(STAR, 1, rooted(CollectiveKind.ALL_REDUCE, 2)),
        "root needs op=broadcast or reduce or gather or scatter, not all-reduce; remove root");
    refused(() -> flows(STAR, 1, rooted(CollectiveKind.BROADCAST, 4)), "root 4 is outside 0 to 3");
    assertThat(flows(STAR, 1, rooted(CollectiveKind.BROADCAST, 3))).isNotEmpty();
    assertThat(flows(STAR, 1, rooted(CollectiveKind.ALL_TO_ALL, 0))).isNotEmpty();
  }

  private static CollectiveTraffic collective(CollectiveKind op, String algorithm, int ranks) {
    return new CollectiveTraffic(op, algorithm, 1000, 0, 0, 0, CollectiveProtocol.NONE, false, ranks, 1,
        CollectiveTraffic.Placement.BLOCK, 0, 1, 0, 0, 0, "", "", 0, "", 3, 400);
  }

  private static CollectiveTraffic rooted(CollectiveKind op, int root) {
    return new CollectiveTraffic(op, "usual", 1000, 0, 0, 0, CollectiveProtocol.NONE, false, 4, 1,
        CollectiveTraffic.Placement.BLOCK, 0, 1, 0, root, 0, "", "", 0, "", 3, 400);
  }

  private static void refused(ThrowingCallable workload, String sentence) {
    assertThatIllegalArgumentException().isThrownBy(workload).withMessage(sentence);
  }

  private static List<Flow> flows(Topology topology, long seed, Workload... workloads) {
    var table = new FlowTable();
    for (Workload workload : workloads) {
      workload.addTo(table, topology, seed);
    }
    var flows = new ArrayList<Flow>();
    for (int i = 0; i < table.count(); i++) {
      flows.add(new Flow(table.source(i), table.destination(i), table.priority(i), table.destinationPort(i), table.sizeBytes(i),
          table.startPs(i)));
    }
    return flows;
  }
}
