package dev.inflight.sim.routing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.cc.scheme.Schemes;
import dev.inflight.net.balance.Ecmp;
import dev.inflight.net.balance.Routing;
import dev.inflight.net.balance.adaptive.Routings;
import dev.inflight.net.balance.given.Static;
import dev.inflight.net.link.Framing;
import dev.inflight.net.recovery.Recoveries;
import dev.inflight.net.recovery.Recovery;
import dev.inflight.net.recovery.Tcp;
import dev.inflight.net.recovery.Unreliable;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.switching.ecn.PortClass;
import dev.inflight.net.telemetrypackets.Probes;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.parts.Division;
import dev.inflight.sim.record.FlowResult;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.change.LinkDown;
import dev.inflight.sim.change.LinkUp;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.Permutation;
import dev.inflight.sim.workload.Rdma;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every choice of switches with every scheme and recovery: each runs, and every byte arrives once, or it is refused as with a hash. */
class RoutingContractTest {
  private static final long RATE = 100_000_000_000L;
  private static final long US = 1_000_000;

  static Stream<Arguments> all() {
    return Routings.ALL.stream().map(one -> one instanceof Static ? new Static("0 * 9 12, * 8 10 13") : one)
        .flatMap(routing -> Schemes.ALL.stream()
            .flatMap(scheme -> Recoveries.ALL.stream().map(recovery -> Arguments.of(routing, scheme, recovery))));
  }

  private static SetupBuilder setup(Routing routing, Scheme scheme, Recovery recovery) {
    var setup = new SetupBuilder();
    setup.topology = new LeafSpine(3, 2, 3, RATE, RATE, US, 1).build();
    setup.routing = routing;
    setup.scheme = scheme;
    setup.recovery = recovery;
    setup.ecn.put(PortClass.ofRate(RATE), new EcnThresholds(30_000, 120_000, 0.5));
    if (recovery instanceof Tcp) {
      setup.framing = Framing.TCP;
    }
    if (recovery instanceof Tcp || recovery instanceof Unreliable) {
      setup.telemetryPackets = Probes.DEFAULT;
    }
    new Permutation(200_000, 0, 3, 100).addTo(setup.flows, setup.topology, 1);
    return setup;
  }

  @ParameterizedTest
  @MethodSource("all")
  void everyByteArrivesOrTheSetupIsRefused(Routing routing, Scheme scheme, Recovery recovery) {
    SetupBuilder setup = setup(routing, scheme, recovery);
    boolean byHash = setup(Ecmp.DEFAULT, scheme, recovery).build().problems().isEmpty();
    boolean fits = !routing.choosesByPacket() || !scheme.signals().contains(Signal.HOPS);
    assertThat(setup.build().problems().isEmpty()).isEqualTo(byHash && fits);
    if (!byHash || !fits) {
      return;
    }
    run(setup);
    if (recovery instanceof Unreliable) {
      return; // packets lost with a cable stay lost
    }
    setup.events.add(new LinkDown(15 * US, 9, 12));
    setup.events.add(new LinkUp(60 * US, 9, 12));
    if (!(recovery instanceof Tcp)) {
      new Rdma(Rdma.Op.READ, 1, 8, 30_000, 3, 2, 5 * US, US, 3, 300).addTo(setup.flows, setup.topology, 1);
    }
    RunResult result = run(setup);
    var divided = new Simulation(setup.build(), Recorder.NONE, (from, wire) -> wire, Division.of(setup.topology, 3));
    assertThat(divided.run().fingerprint()).isEqualTo(result.fingerprint());
  }

  private static RunResult run(SetupBuilder setup) {
    var simulation = new Simulation(setup.build(), new Recorder() {
      @Override
      public void flowFinished(FlowResult flow) {
        assertThat(flow.fctPs()).isGreaterThanOrEqualTo(flow.idealFctPs());
      }
    });
    RunResult result = simulation.run();
    assertThat(result.flowsFinished()).isEqualTo(result.flows());
    assertThat(simulation.fabric().packetsInside()).isZero();
    assertThat(simulation.fabric().switches()).allMatch(owner -> owner.heldBytes() == 0);
    return result;
  }
}
