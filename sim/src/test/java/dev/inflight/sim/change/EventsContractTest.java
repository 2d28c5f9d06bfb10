package dev.inflight.sim.change;

import dev.inflight.sim.change.fault.NodePort;
import dev.inflight.sim.change.fault.SlowSend;
import dev.inflight.sim.change.state.FaultLoss;
import dev.inflight.sim.change.state.LinkEnds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.Scheme;
import dev.inflight.cc.scheme.Schemes;
import dev.inflight.net.route.RerouteDelays;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.switching.ecn.PortClass;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.parts.Division;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.Permutation;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Contract of each event under each scheme: every flow ends, every byte is delivered once, no packet is left over, and the number of
 * threads does not matter.
 */
class EventsContractTest {
  private static final long RATE = 100_000_000_000L;
  private static final long US = 1_000_000L;
  private static final int LEAF = 8;
  private static final int SPINE = 10;
  private static final RerouteDelays LATE = new RerouteDelays(7 * US, 30 * US, Map.of(SPINE + 1, 60 * US));
  private static final LinkEnds ENDS = new LinkEnds(LEAF, SPINE);

  /** All kinds, each in the middle of the traffic. */
  private static List<FabricEvent> events() {
    return List.of(new LinkDown(15 * US, ENDS, 150 * US), new NodeDown(15 * US, SPINE, 150 * US),
        new NodeDown(15 * US, LEAF, 150 * US), new NodeDown(15 * US, 0, 150 * US),
        new LinkDegraded(15 * US, ENDS, RATE / 4, 150 * US),
        new LinkDegraded(15 * US, new LinkEnds(SPINE, LEAF, true), RATE / 4, 70 * US),
        new LinkDegraded(15 * US, ENDS, RATE / 2, 150 * US, true),
        new LinkLossy(15 * US, ENDS, new FaultLoss(FaultLoss.Kind.PACKETS, 0.01), 150 * US),
        new LinkLossy(15 * US, ENDS, new FaultLoss(FaultLoss.Kind.BITS, 1e-6), 150 * US),
        new SlowSend(15 * US, new NodePort(0, 1), RATE / 4, 150 * US),
        new LinkSilent(15 * US, new LinkEnds(LEAF, SPINE, true), 150 * US), new LinkFlapping(15 * US, ENDS, 20 * US, 0.3, 6),
        new LinkFlapping(15 * US, new LinkEnds(LEAF, SPINE, true), 20 * US, 0.3, 6));
  }

  static Stream<Arguments> all() {
    return Schemes.ALL.stream().filter(scheme -> !scheme.name().endsWith("-authors")).flatMap(scheme -> events().stream()
        .flatMap(event -> Stream.of(RerouteDelays.NONE, LATE).map(delays -> Arguments.of(scheme, event, delays))));
  }

  private static Setup setup(Scheme scheme, FabricEvent event, RerouteDelays delays) {
    var setup = new SetupBuilder();
    setup.topology = new LeafSpine(2, 2, 4, RATE, RATE, US, 1).build();
    setup.scheme = scheme;
    setup.bufferBytes = 1_000_000;
    setup.retransmitTimeoutPs = 100 * US;
    setup.ecn.put(PortClass.ofRate(RATE), new EcnThresholds(40_000, 160_000, 0.2));
    setup.ecn.put(PortClass.ofRate(RATE / 2), new EcnThresholds(20_000, 80_000, 0.2));
    setup.reroute = delays;
    setup.events.add(event);
    new Permutation(400_000, 0, 3, 100).addTo(setup.flows, setup.topology, 1);
    setup.flows.add(1, 0, 3, 100, 100_500, 10 * US);
    return setup.build();
  }

  @ParameterizedTest
  @MethodSource("all")
  void everyByteOnceAndThreadsChangeNothing(Scheme scheme, FabricEvent event, RerouteDelays delays) {
    Setup setup = setup(scheme, event, delays);
    var simulation = new Simulation(setup, Recorder.NONE);
    RunResult result = simulation.run();
    assertThat(result.flowsFinished()).isEqualTo(9);
    assertThat(result.hosts().deliveredBytes).isEqualTo(8 * 400_000 + 100_500);
    assertThat(simulation.fabric().packetsInside()).isZero();
    assertThat(simulation.fabric().switches()).allMatch(owner -> owner.heldBytes() == 0);
    var divided = new Simulation(setup, Recorder.NONE, (from, wire) -> wire, Division.of(setup.topology(), 2));
    assertThat(divided.run().fingerprint()).isEqualTo(result.fingerprint());
  }
}
