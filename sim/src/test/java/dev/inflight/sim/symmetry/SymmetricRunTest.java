package dev.inflight.sim.symmetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.inflight.cc.rival.NoControl;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.rival.Dcqcn;
import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.cc.rival.Timely;
import dev.inflight.net.feedback.ByNotifications;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.switching.ecn.PortClass;
import dev.inflight.net.switching.pfc.StaticProfile;
import dev.inflight.net.topology.RailOptimized;
import dev.inflight.net.topology.Star;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.collective.plan.CollectiveProtocol;
import dev.inflight.sim.fidelity.FastFidelity;
import dev.inflight.sim.fidelity.FullFidelity;
import dev.inflight.sim.graph.CollectiveKind;
import dev.inflight.sim.job.state.CollectiveResult;
import dev.inflight.sim.job.state.RankResult;
import dev.inflight.sim.measure.PortValue;
import dev.inflight.sim.record.FlowResult;
import dev.inflight.sim.record.PortName;
import dev.inflight.sim.record.PortTotals;
import dev.inflight.sim.record.QueueHistogram;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.symmetry.run.SymmetrySearch;
import dev.inflight.sim.workload.CollectiveTraffic;
import dev.inflight.sim.workload.FlowTable;
import dev.inflight.sim.workload.Incast;
import dev.inflight.telemetry.format.pint.PintFormat;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs of which one block of hosts is simulated, beside full runs. */
class SymmetricRunTest {
  private static final long GBPS = 1_000_000_000L;
  private static final int GPUS = 4;

  private record Pause(PortName port, int priority, boolean paused, long nowPs) {
  }

  private record Results(RunResult totals, Map<Integer, FlowResult> flows, List<Pause> pauses, List<PortTotals> ports,
      List<QueueHistogram> queues, List<RankResult> ranks, List<CollectiveResult> collectives) {
  }

  private static SetupBuilder rails(int servers, CollectiveKind op, long sizeBytes, int repeat) {
    var setup = new SetupBuilder();
    setup.topology = new RailOptimized(1, servers, GPUS, 1, 400 * GBPS, 400 * GBPS, 1600 * GBPS, 500_000, 25_000).build();
    setup.payloadBytes = 4096;
    ring(setup, op, sizeBytes, repeat, 0);
    return setup;
  }

  private static void ring(SetupBuilder setup, CollectiveKind op, long sizeBytes, int repeat, long computePs) {
    new CollectiveTraffic(op, "ring", sizeBytes, 0, 0, 0, CollectiveProtocol.NONE, false, 0, 1, CollectiveTraffic.Placement.BLOCK,
        0, repeat, computePs, 0, 0, "", "", 0, "", 3, 400).addTo(setup.flows, setup.topology, 1);
  }

  private static Results run(SetupBuilder setup, boolean isFast) {
    setup.fidelity = isFast ? FastFidelity.DEFAULT : FullFidelity.DEFAULT;
    var flows = new TreeMap<Integer, FlowResult>();
    var pauses = new ArrayList<Pause>();
    var simulation = new Simulation(setup.build(), new Recorder() {
      @Override
      public void flowFinished(FlowResult result) {
        assertThat(flows.put(result.id(), result)).isNull();
      }

      @Override
      public void pauseChanged(PortName port, int priority, boolean paused, long nowPs) {
        pauses.add(new Pause(port, priority, paused, nowPs));
      }
    });
    RunResult totals = simulation.run();
    return new Results(totals, flows, pauses, simulation.portTotals(), simulation.queues().histograms(),
        simulation.jobs().ranks(), simulation.jobs().collectives());
  }

  /** Compares a fast run with a full one: all results are equal, but for those about simulated work. */
  private static Results check(SetupBuilder setup, int blocks) {
    Results full = run(setup, false);
    Results fast = run(setup, true);
    assertThat(fast.totals.skipped().blocks()).isEqualTo(blocks);
    assertThat(fast.totals.skipped().error()).isZero();
    assertThat(fast.totals.packetHops() * blocks).isEqualTo(full.totals.packetHops());
    assertThat(fast.totals.packetHops() + fast.totals.skipped().packetHops()).isEqualTo(full.totals.packetHops());
    assertThat(fast.flows).isEqualTo(full.flows);
    assertThat(fast.pauses).containsExactlyInAnyOrderElementsOf(full.pauses);
    assertThat(fast.ranks).isEqualTo(full.ranks);
    assertThat(fast.collectives).isEqualTo(full.collectives);
    assertThat(fast.ports).usingRecursiveComparison().isEqualTo(full.ports);
    assertThat(fast.queues).usingRecursiveComparison().isEqualTo(full.queues);
    assertThat(fast.totals.span()).isEqualTo(full.totals.span());
    assertThat(fast.totals.flowsFinished()).isEqualTo(full.totals.flowsFinished());
    assertThat(fast.totals.wireBytes()).isEqualTo(full.totals.wireBytes());
    assertThat(fast.totals.hosts()).usingRecursiveComparison().isEqualTo(full.totals.hosts());
    assertThat(fast.totals.ports()).isEqualTo(full.totals.ports());
    assertThat(fast.totals.switches()).isEqualTo(full.totals.switches());
    assertThat(Arrays.stream(fast.totals.losses()).sum()).isZero();
    return fast;
  }

  @ParameterizedTest
  @EnumSource(names = {"ALL_REDUCE", "ALL_GATHER", "REDUCE_SCATTER"})
  void oneBlockOfServersGivesTheResultsOfAllServers(CollectiveKind op) {
    Results fast = check(rails(8, op, 4 * 32 * 40_000, 1), 4);
    assertThat(fast.ranks).hasSize(8 * GPUS).allMatch(rank -> rank.endPs() > 0);
  }

  @Test
  void ringsMayRepeatWithComputationsBetweenThem() {
    SetupBuilder setup = rails(4, CollectiveKind.ALL_REDUCE, 4 * 16 * 5_000, 1);
    setup.flows = new FlowTable();
    ring(setup, CollectiveKind.ALL_REDUCE, 4 * 16 * 5_000, 3, 20_000_000);
    check(setup, 2);
  }

  @ParameterizedTest
  @CsvSource({"hpcc", "timely", "none"})
  void anySchemeWithoutMarksWillDo(String name) {
    SetupBuilder setup = rails(4, CollectiveKind.ALL_REDUCE, 4 * 16 * 30_000, 1);
    setup.scheme = scheme(name);
    check(setup, 2);
  }

  private static Scheme scheme(String name) {
    return switch (name) {
      case "hpcc" -> Hpcc.DEFAULT;
      case "timely" -> Timely.DEFAULT;
      default -> NoControl.DEFAULT;
    };
  }

  @Test
  void pausesInServersAreThoseOfAllServers() {
    SetupBuilder setup = rails(6, CollectiveKind.ALL_REDUCE, 4 * 24 * 100_000, 1);
    setup.scheme = NoControl.DEFAULT;
    setup.pfcRules = setup.pfcRules.with(new StaticProfile(9_000, 5_000, 0, 20_000));
    Results fast = check(setup, 3);
    assertThat(fast.totals.of(PortValue.PAUSED)).isPositive();
  }

  @Test
  void hostsOfOneSwitchAreBlocksOfTwo() {
    var setup = new SetupBuilder();
    setup.topology = new Star(32, 100 * GBPS, 1_000_000).build();
    ring(setup, CollectiveKind.ALL_REDUCE, 32 * 7_000, 1, 0);
    check(setup, 16);
  }

  /** Sizes of parts differ by a byte, so that blocks drift apart a little. */
  @ParameterizedTest
  @ValueSource(longs = {8 * 32 * 100_000 + 8, 8 * 32 * 100_000 + 8 * 15 + 3})
  void partsOfUnequalSizeGiveAStatedError(long sizeBytes) {
    SetupBuilder setup = rails(8, CollectiveKind.ALL_REDUCE, sizeBytes, 1);
    Results full = run(setup, false);
    Results fast = run(setup, true);
    assertThat(fast.totals.skipped().blocks()).isEqualTo(4);
    assertThat(fast.totals.skipped().error()).isPositive();
    assertThat((double) fast.totals.endPs()).isCloseTo(full.totals.endPs(),
        withinPercentage(100 * fast.totals.skipped().error()));
    assertThat(fast.flows.keySet()).isEqualTo(full.flows.keySet());
    fast.flows.forEach((row, flow) -> assertThat(flow.sizeBytes()).isEqualTo(full.flows.get(row).sizeBytes()));
  }

  @Test
  void partsWithUnequalNumbersOfPacketsAreSimulatedInFull() {
    checkFull(setup -> {
      setup.flows = new FlowTable();
      ring(setup, CollectiveKind.ALL_REDUCE, 4 * 16 * 4 * 8192 + 4, 1, 0);
    });
  }

  @Test
  void whatDependsOnChanceIsSimulatedInFull() {
    checkFull(setup -> setup.scheme = Dcqcn.DEFAULT);
    checkFull(setup -> setup.lossRate = 1e-6);
    checkFull(setup -> setup.telemetry = PintFormat.DEFAULT);
    checkFull(setup -> setup.ecn.put(PortClass.ofRate(400 * GBPS), new EcnThresholds(100_000, 400_000, 0.2)));
    checkFull(setup -> setup.feedback = ByNotifications.DEFAULT);
    checkFull(setup -> setup.untilPs = 1_000_000_000);
    checkFull(setup -> new Incast(2, -1, 1000, 0, 3, 100).addTo(setup.flows, setup.topology, 1));
    checkFull(
        setup -> setup.topology = new RailOptimized(2, 2, GPUS, 2, 400 * GBPS, 400 * GBPS, 1600 * GBPS, 500_000, 25_000).build());
  }

  /** The cable between the two switches carries messages of all blocks. */
  @Test
  void hostsOfAlternateSwitchesAreSimulatedInFull() {
    checkFull(setup -> {
      var fabric = new Topology.Builder();
      int host = fabric.hosts(16);
      int leaf = fabric.switches(2);
      for (int number = 0; number < 16; number++) {
        fabric.link(host + number, leaf + number % 2, 100 * GBPS, 1_000_000);
      }
      fabric.link(leaf, leaf + 1, 1600 * GBPS, 1_000_000);
      setup.topology = fabric.build();
      setup.flows = new FlowTable();
      ring(setup, CollectiveKind.ALL_REDUCE, 4 * 16 * 30_000, 1, 0);
    });
  }

  /** Among packets that are due at the same time, the order of ports decides. */
  @Test
  void switchesWithPortsInAnotherOrderAreSimulatedInFull() {
    checkFull(setup -> {
      List<Topology.Link> links = new ArrayList<>(setup.topology.links());
      List<Topology.Link> own = setup.topology.linksOfNodes().get(serverSwitch(setup.topology));
      int[] places = own.stream().mapToInt(links::indexOf).toArray();
      for (int at = 0; at < places.length; at++) {
        links.set(places[at], own.reversed().get(at));
      }
      setup.topology = setup.topology.withLinks(links);
    });
  }

  /** A switch inside the last server: the one whose cables are the fastest, with the highest number. */
  private static int serverSwitch(Topology topology) {
    int found = -1;
    for (int node = 0; node < topology.nodeCount(); node++) {
      boolean isInside = topology.isSwitch(node)
          && topology.linksOfNodes().get(node).stream().allMatch(link -> link.rateBitsPerSec() == 1600 * GBPS);
      found = isInside ? node : found;
    }
    return found;
  }

  @Test
  void whatDependsOnNoChanceIsFound() {
    SetupBuilder setup = rails(4, CollectiveKind.ALL_REDUCE, 4 * 16 * 30_000, 1);
    setup.fidelity = FastFidelity.DEFAULT;
    assertThat(SymmetrySearch.of(setup.build())).isNotNull();
  }

  private static void checkFull(Consumer<SetupBuilder> change) {
    SetupBuilder setup = rails(4, CollectiveKind.ALL_REDUCE, 4 * 16 * 30_000, 1);
    change.accept(setup);
    setup.fidelity = FastFidelity.DEFAULT;
    assertThat(SymmetrySearch.of(setup.build())).isNull();
  }
}
