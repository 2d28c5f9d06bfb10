package dev.inflight.sim.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.cc.Scheme;
import dev.inflight.cc.scheme.Schemes;
import dev.inflight.net.link.LinkObserver.Loss;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.switching.ecn.PortClass;
import dev.inflight.net.switching.watchdog.PfcWatchdog;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.change.fault.NodePort;
import dev.inflight.sim.change.fault.PfcStorm;
import dev.inflight.sim.change.fault.SlowCompute;
import dev.inflight.sim.change.fault.SlowReceive;
import dev.inflight.sim.loop.TieOrder;
import dev.inflight.sim.measure.PortValue;
import dev.inflight.sim.parts.Division;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.setup.SetupBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Storms and slow receivers under every scheme, in one part and in several. */
class FaultsRunTest {
  private static final long RATE = 100_000_000_000L;
  private static final long US = 1_000_000L;
  static final Iterable<Scheme> SCHEMES = Schemes.ALL;

  /** Host 7 storms for 2 ms; hosts 0 to 2 send to it, and 0 also to host 6. */
  private static SetupBuilder storm(Scheme scheme) {
    var setup = new SetupBuilder();
    setup.topology = new LeafSpine(2, 2, 4, RATE, RATE, US, 1).build();
    if (scheme.name().endsWith("-authors")) {
      setup.likeReference();
      setup.ties = TieOrder.PORT;
    }
    setup.scheme = scheme;
    setup.bufferBytes = 1_500_000;
    setup.samplePeriodPs = 10 * US;
    setup.untilPs = 20_000 * US;
    setup.retransmitTimeoutPs = 500 * US;
    setup.ecn.put(PortClass.ofRate(RATE), new EcnThresholds(40_000, 160_000, 0.2));
    for (int from = 0; from < 3; from++) {
      setup.flows.add(from, 7, 3, 100, 600_000, 0);
    }
    setup.flows.add(0, 6, 3, 100, 600_000, 5 * US);
    setup.events.add(new PfcStorm(10 * US, new NodePort(7, NodePort.ALL), 3, 2_010 * US));
    return setup;
  }

  private static RunResult run(Setup setup) {
    return new Simulation(setup, Recorder.NONE).run();
  }

  @ParameterizedTest
  @FieldSource("SCHEMES")
  void aStormEndsAndAllFlowsFinish(Scheme scheme) {
    Setup setup = storm(scheme).build();
    RunResult one = run(setup);
    assertThat(one.flowsFinished()).isEqualTo(4);
    assertThat(one.lost()).isZero();
    assertThat(one.of(PortValue.PAUSED)).isGreaterThanOrEqualTo(1_999 * US);
    assertThat(inParts(setup)).isEqualTo(one.fingerprint());
  }

  @ParameterizedTest
  @FieldSource("SCHEMES")
  void aWatchdogCutsTheStormShortForOthers(Scheme scheme) {
    SetupBuilder setup = storm(scheme);
    setup.pfcWatchdog = new PfcWatchdog(200 * US, 200 * US, 100 * US, PfcWatchdog.Action.DROP);
    RunResult one = run(setup.build());
    assertThat(one.flowsFinished()).isEqualTo(4);
    assertThat(one.of(PortValue.WATCHDOG_STORMS)).isPositive();
    assertThat(one.of(PortValue.WATCHDOG_DROPS)).isEqualTo(one.lost(Loss.WATCHDOG)).isPositive();
    assertThat(inParts(setup.build())).isEqualTo(one.fingerprint());
  }

  @ParameterizedTest
  @FieldSource("SCHEMES")
  void aSlowReceiverLosesNothing(Scheme scheme) {
    SetupBuilder setup = storm(scheme);
    setup.events = List.of(new SlowReceive(10 * US, new NodePort(7, 1), RATE / 20, 50_000, 1_000 * US));
    RunResult one = run(setup.build());
    assertThat(one.flowsFinished()).isEqualTo(4);
    assertThat(one.lost()).isZero();
    assertThat(inParts(setup.build())).isEqualTo(one.fingerprint());
  }

  private static long inParts(Setup setup) {
    var simulation = new Simulation(setup, Recorder.NONE, (_, wire) -> wire, Division.of(setup.topology(), 3));
    simulation.runOn(2, 0);
    return simulation.run().fingerprint();
  }

  @Test
  void slowdownOfComputationsDependsOnTheirStart() {
    List<SlowCompute> events = List.of(new SlowCompute(10, 1, 2, 20), new SlowCompute(15, 1, 3, FabricEvent.NEVER));
    assertThat(SlowCompute.durationPs(events, 1, 9, 100)).isEqualTo(100);
    assertThat(SlowCompute.durationPs(events, 1, 10, 100)).isEqualTo(200);
    assertThat(SlowCompute.durationPs(events, 1, 15, 100)).as("two at once").isEqualTo(600);
    assertThat(SlowCompute.durationPs(events, 1, 20, 100)).isEqualTo(300);
    assertThat(SlowCompute.durationPs(events, 2, 15, 100)).as("another host").isEqualTo(100);
  }

  @Test
  void placesAndRangesAreChecked() {
    var topology = new LeafSpine(2, 2, 4, RATE, RATE, US, 1).build();
    assertThat(new PfcStorm(0, new NodePort(7, 2), 3, 1).problem(topology)).contains("has no port 2; its ports are 1 to 1");
    assertThat(new PfcStorm(0, new NodePort(8, 6), 3, 1).problem(topology)).isNull();
    assertThat(new SlowReceive(0, new NodePort(8, 1), RATE, 1, 1).problem(topology)).contains("is not a host");
    assertThat(new SlowCompute(0, 99, 2, 1).problem(topology)).contains("node 99 does not exist");
    assertThatThrownBy(() -> new PfcStorm(0, new NodePort(7, 0), 0, 1)).hasMessageContaining("priority 0");
    assertThatThrownBy(() -> new SlowCompute(0, 1, 0, 1)).hasMessageContaining("factor");
    assertThatThrownBy(() -> new SlowReceive(0, new NodePort(7, 0), 0, 1, 1)).hasMessageContaining("rate 0");
  }
}
