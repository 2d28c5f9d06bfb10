package dev.inflight.sim.change;

import dev.inflight.sim.change.state.LinkEnds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.inflight.net.host.Observer;
import dev.inflight.net.link.Port;
import dev.inflight.net.route.RerouteDelays;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.SetupBuilder;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Nodes with delayed detection of changes of cables. Hosts 0 to 3, leaves 4 and 5, spines 6 and 7. */
class RerouteTest {
  private static final long G = 1_000_000_000L;
  private static final long US = 1_000_000L;
  private static final int NEAR_LEAF = 4;
  private static final int FAR_LEAF = 5;
  private static final int SPINE = 6;
  private static final int OTHER_SPINE = 7;

  /** Flows of 1 MB from hosts 0 and 1 to hosts 2 and 3, over both spines. */
  private static Simulation simulation(RerouteDelays delays, FabricEvent... events) {
    var setup = new SetupBuilder();
    setup.topology = new LeafSpine(2, 2, 2, 100 * G, 100 * G, US, 1).build();
    setup.retransmitTimeoutPs = 100 * US;
    setup.reroute = delays;
    for (int flow = 0; flow < 8; flow++) {
      setup.flows.add(flow % 2, 2 + flow / 2 % 2, 3, 100, 1_000_000, 0);
    }
    setup.events.addAll(List.of(events));
    return new Simulation(setup.build(), Recorder.NONE);
  }

  private static RerouteDelays delays(long detectionUs, long convergenceUs) {
    return new RerouteDelays(detectionUs * US, convergenceUs * US, Map.of());
  }

  private static FabricEvent down(int a, int b) {
    return new LinkDown(50 * US, new LinkEnds(a, b), FabricEvent.NEVER);
  }

  private static long lost(RunResult result) {
    return result.lost(Observer.Loss.LINK_DOWN) + result.lost(Observer.Loss.NO_ROUTE);
  }

  private static RunResult run(RerouteDelays delays, FabricEvent... events) {
    RunResult result = simulation(delays, events).run();
    assertThat(result.flowsFinished()).isEqualTo(8);
    assertThat(result.hosts().deliveredBytes).isEqualTo(8_000_000);
    return result;
  }

  @Test
  void moreIsLostTheLaterTheOthersKnow() {
    long atOnce = lost(run(RerouteDelays.NONE, down(SPINE, FAR_LEAF)));
    long late = lost(run(delays(10, 400), down(SPINE, FAR_LEAF))); // packets that are sent again meanwhile are lost again
    long later = lost(run(delays(10, 2000), down(SPINE, FAR_LEAF)));
    assertThat(late).isGreaterThan(atOnce);
    assertThat(later).isGreaterThan(late);
  }

  /** The spine has no other cable to that leaf, and the other leaf has not detected the failure. */
  @Test
  void deadPortDropsBeforeAndAfterDetection() {
    RunResult result = run(delays(20, 400), down(SPINE, FAR_LEAF));
    assertThat(result.lost(Observer.Loss.LINK_DOWN)).isPositive();
    assertThat(result.lost(Observer.Loss.NO_ROUTE)).isZero();
  }

  /** The leaf uses its other spine after detection, and packets back over the dead spine are lost until all nodes use new routes. */
  @Test
  void theEndsOfACableRepairLocally() {
    Simulation simulation = simulation(delays(20, 1000), down(NEAR_LEAF, SPINE));
    simulation.advance(60 * US);
    assertThat(spinesOfLeaf(simulation)).contains(SPINE, OTHER_SPINE);
    simulation.advance(71 * US);
    assertThat(spinesOfLeaf(simulation)).containsOnly(OTHER_SPINE);
    assertThat(spinesBack(simulation)).contains(SPINE, OTHER_SPINE);
    simulation.advance(1071 * US);
    assertThat(spinesBack(simulation)).containsOnly(OTHER_SPINE);
    assertThat(simulation.run().flowsFinished()).isEqualTo(8);
  }

  private static List<Integer> spinesOfLeaf(Simulation simulation) {
    return neighbors(simulation, NEAR_LEAF, 2);
  }

  private static List<Integer> spinesBack(Simulation simulation) {
    return neighbors(simulation, FAR_LEAF, 0);
  }

  private static List<Integer> neighbors(Simulation simulation, int node, int to) {
    int[] ports = simulation.fabric().routes().nextPorts(node, to);
    return Arrays.stream(ports).mapToObj(port -> simulation.fabric().port(port)).map(Port::far).map(far -> far.node()).toList();
  }

  @Test
  void usesRestoredLinksOnlyAfterDetection() {
    Simulation simulation = simulation(delays(20, 100), new LinkDown(0, new LinkEnds(NEAR_LEAF, SPINE), 200 * US));
    simulation.advance(319 * US);
    assertThat(spinesOfLeaf(simulation)).containsOnly(OTHER_SPINE);
    simulation.advance(321 * US);
    assertThat(spinesOfLeaf(simulation)).contains(SPINE, OTHER_SPINE);
    assertThat(simulation.run().flowsFinished()).isEqualTo(8);
  }

  @Test
  void shortFailuresChangeNoRoute() {
    Simulation simulation = simulation(delays(20, 0), new LinkDown(50 * US, new LinkEnds(NEAR_LEAF, SPINE), 60 * US));
    simulation.advance(40 * US);
    int before = simulation.fabric().routes().epoch();
    simulation.advance(200 * US);
    assertThat(simulation.fabric().routes().epoch()).isEqualTo(before);
    assertThat(simulation.run().flowsFinished()).isEqualTo(8);
  }

  @Test
  void aNodeMayBeLaterThanOthers() {
    var delays = new RerouteDelays(0, 100 * US, Map.of(FAR_LEAF, 300 * US));
    assertThat(delays.longestPs()).isEqualTo(300 * US);
    Simulation simulation = simulation(delays, down(NEAR_LEAF, SPINE));
    simulation.advance(151 * US);
    assertThat(spinesBack(simulation)).contains(SPINE);
    simulation.advance(351 * US);
    assertThat(spinesBack(simulation)).containsOnly(OTHER_SPINE);
    assertThat(simulation.run().flowsFinished()).isEqualTo(8);
  }

  @Test
  void noDelayIsAsWithout() {
    long usual = run(RerouteDelays.NONE, down(NEAR_LEAF, SPINE)).fingerprint();
    assertThat(run(new RerouteDelays(0, 0, Map.of()), down(NEAR_LEAF, SPINE)).fingerprint()).isEqualTo(usual);
    assertThat(run(new RerouteDelays(0, 0, Map.of(0, 0L)), down(NEAR_LEAF, SPINE)).fingerprint()).isEqualTo(usual);
    assertThatIllegalArgumentException().isThrownBy(() -> delays(-1, 0));
  }
}
