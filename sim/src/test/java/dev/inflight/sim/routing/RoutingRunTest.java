package dev.inflight.sim.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.cc.rival.NoControl;
import dev.inflight.cc.rival.Swift;
import dev.inflight.net.balance.Ecmp;
import dev.inflight.net.balance.Routing;
import dev.inflight.net.balance.Weighted;
import dev.inflight.net.balance.adaptive.Conga;
import dev.inflight.net.balance.adaptive.Drill;
import dev.inflight.net.balance.adaptive.LetFlow;
import dev.inflight.net.paths.Sprayed;
import dev.inflight.net.recovery.GoBackN;
import dev.inflight.net.recovery.Selective;
import dev.inflight.net.topology.FatTree;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.net.topology.Star;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.record.FlowResult;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.Problem;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.Permutation;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Effects of switches' choices on whole runs. */
class RoutingRunTest {
  private static final long RATE = 100_000_000_000L;
  private static final long US = 1_000_000;

  private static SetupBuilder setup(Topology topology, Routing routing) {
    var setup = new SetupBuilder();
    setup.topology = topology;
    setup.scheme = Swift.DEFAULT;
    setup.recovery = Selective.DEFAULT;
    setup.routing = routing;
    return setup;
  }

  private static SetupBuilder leafSpine(Routing routing) {
    return setup(new LeafSpine(4, 8, 8, RATE, RATE, US, 1).build(), routing);
  }

  private static List<FlowResult> flows(SetupBuilder setup) {
    var flows = new ArrayList<FlowResult>();
    RunResult result = new Simulation(setup.build(), new Recorder() {
      @Override
      public void flowFinished(FlowResult flow) {
        flows.add(flow);
      }
    }).run();
    assertThat(result.flowsFinished()).isEqualTo(result.flows());
    return flows;
  }

  private static double meanSlowdown(SetupBuilder setup) {
    return flows(setup).stream().mapToDouble(flow -> (double) flow.fctPs() / flow.idealFctPs()).average().orElseThrow();
  }

  private static SetupBuilder permutation(Routing routing) {
    SetupBuilder setup = leafSpine(routing);
    new Permutation(2_000_000, 0, 3, 100).addTo(setup.flows, setup.topology, 1);
    return setup;
  }

  /** A leaf has as much capacity to the spines as to its hosts, so flows wait for each other only if a hash has put them on one link. */
  @Test
  void aPermutationOverTheLeastLoadedPortsIsNearlyAsFastAsEachFlowAlone() {
    assertThat(meanSlowdown(permutation(Drill.DEFAULT))).isLessThan(1.15)
        .isLessThan(0.75 * meanSlowdown(permutation(Ecmp.DEFAULT)));
  }

  /** Without a gap there is one flowlet, and the first choices of a permutation, made at once, are random. */
  @Test
  void flowletsOfAShortGapFindFreePathsAndOfALongOneDoNot() {
    assertThat(meanSlowdown(permutation(new LetFlow(US, 16_384))))
        .isLessThan(meanSlowdown(permutation(new LetFlow(1000 * US, 16_384))));
  }

  @Test
  void goBackNTakesOvertakenPacketsForLost() {
    SetupBuilder setup = permutation(Drill.DEFAULT);
    setup.recovery = GoBackN.DEFAULT;
    RunResult result = new Simulation(setup.build(), Recorder.NONE).run();
    assertThat(result.flowsFinished()).isEqualTo(32);
    assertThat(result.hosts().nacks).isPositive();
    SetupBuilder kept = permutation(Drill.DEFAULT);
    RunResult selective = new Simulation(kept.build(), Recorder.NONE).run();
    assertThat(selective.hosts().retransmittedBytes).isLessThan(result.hosts().retransmittedBytes);
  }

  /** The first spine has a cable to the second leaf that carries a quarter of the others. */
  private static Topology unequal() {
    var shape = new Topology.Builder();
    shape.hosts(8);
    shape.switches(4);
    for (int host = 0; host < 8; host++) {
      shape.link(host, 8 + host / 4, RATE / 4, US);
    }
    shape.link(8, 10, RATE, US);
    shape.link(8, 11, RATE, US);
    shape.link(9, 10, RATE / 4, US);
    shape.link(9, 11, RATE, US);
    return shape.build();
  }

  private static double unequal(Routing routing) {
    SetupBuilder setup = setup(unequal(), routing);
    var random = new SplittableRandom(1);
    for (int flow = 0; flow < 600; flow++) { // 60 Gb/s from the first leaf to the second
      setup.flows.add(random.nextInt(4), 4 + random.nextInt(4), 3, 100, 200_000, flow * 27 * US);
    }
    return meanSlowdown(setup);
  }

  @Test
  void loadAwareRoutingAvoidsASlowCable() {
    double ecmp = unequal(Ecmp.DEFAULT);
    assertThat(unequal(Weighted.DEFAULT)).as("weighted").isLessThan(0.7 * ecmp);
    assertThat(unequal(Conga.DEFAULT)).as("conga").isLessThan(0.7 * ecmp);
  }

  /** Spread over two paths of a half of its rate, a lone flow takes the same time as with all of its rate. */
  @Test
  void theIdealIsThatOfAllPathsTogether() {
    SetupBuilder setup = setup(new LeafSpine(2, 2, 1, RATE, RATE / 2, US, 1).build(), Drill.DEFAULT);
    setup.scheme = NoControl.DEFAULT;
    setup.flows.add(0, 1, 3, 100, 10_000_000, 0);
    FlowResult split = flows(setup).getFirst();
    setup.routing = Ecmp.DEFAULT;
    FlowResult one = flows(setup).getFirst();
    assertThat((double) one.idealFctPs() / split.idealFctPs()).isCloseTo(2, within(0.02));
    assertThat((double) split.fctPs() / split.idealFctPs()).isBetween(1.0, 1.05);
  }

  @Test
  void pathsThatAreAlikeHaveTheIdealOfOne() {
    SetupBuilder setup = setup(new FatTree(2, 2, 2, 4, 4, RATE, RATE, US).build(), Drill.DEFAULT);
    setup.flows.add(0, setup.topology.hostCount() - 1, 3, 100, 1_000_000, 0);
    long any = flows(setup).getFirst().idealFctPs();
    setup.routing = Ecmp.DEFAULT;
    assertThat(flows(setup).getFirst().idealFctPs()).isEqualTo(any);
  }

  @Test
  void rejectsIncompatibleFeatures() {
    SetupBuilder setup = leafSpine(Drill.DEFAULT);
    setup.flows.add(0, 9, 3, 100, 1000, 0);
    setup.scheme = Hpcc.DEFAULT;
    setup.paths = Sprayed.DEFAULT;
    assertThat(setup.build().problems()).extracting(Problem::sentence).contains(
        "with routing: drill switches choose paths, and with paths: spray senders do; use paths: one, or routing: ecmp",
        "routing: drill spreads packets over many paths, and scheme hpcc compares telemetry of one path; use scheme: dcqcn, or"
            + " routing: letflow");
    setup.routing = new Ecmp(Ecmp.Fields.ADDRESSES, true, 0);
    setup.scheme = Swift.DEFAULT;
    assertThat(setup.build().problems()).extracting(Problem::sentence).containsExactly(
        "paths: spray varies source ports, which this routing does not hash; use routing: ecmp(fields=five-tuple)");
    setup.paths = new SetupBuilder().paths;
    setup.routing = Conga.DEFAULT;
    setup.topology = new Star(16, RATE, US).build();
    assertThat(setup.build().problems()).extracting(Problem::sentence)
        .containsExactly("routing conga needs leaves and spines, and this topology has no link between switches");
  }
}
