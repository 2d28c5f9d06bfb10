package dev.inflight.sim.switching;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.rival.NoControl;
import dev.inflight.cc.scheme.Schemes;
import dev.inflight.cc.Scheme;
import dev.inflight.net.link.LinkObserver.Loss;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.switching.ecn.PortClass;
import dev.inflight.net.switching.watchdog.PfcWatchdog;
import dev.inflight.net.switching.watchdog.PfcWatchdog.Action;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.measure.PortValue;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.setup.SetupBuilder;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.FieldSource;

/** Watchdogs in runs: a deadlock that one breaks, and runs in which it has nothing to do. */
class WatchdogRunTest {
  private static final long RATE = 100_000_000_000L;
  private static final long US = 1_000_000L;
  static final Iterable<Scheme> SCHEMES = Schemes.ALL;

  /** Five switches in a ring with a host each; every flow goes two hops, and without congestion control every pause waits for the next one. */
  private static Setup ring(@Nullable PfcWatchdog watchdog) {
    var shape = new Topology.Builder();
    shape.hosts(5);
    shape.switches(5);
    for (int at = 0; at < 5; at++) {
      shape.link(at, 5 + at, RATE, US);
    }
    for (int at = 0; at < 5; at++) {
      shape.link(5 + at, 5 + (at + 1) % 5, RATE, US);
    }
    var setup = new SetupBuilder();
    setup.topology = shape.build();
    setup.scheme = NoControl.DEFAULT;
    setup.bufferBytes = 1 << 20;
    setup.ackEveryPackets = 4;
    setup.samplePeriodPs = 100 * US;
    setup.untilPs = 200_000 * US;
    setup.pfcWatchdog = watchdog;
    for (int from = 0; from < 5; from++) {
      setup.flows.add(from, (from + 2) % 5, 3, 100, 3_000_000, 0);
    }
    return setup.build();
  }

  private static RunResult run(Setup setup) {
    return new Simulation(setup, Recorder.NONE).run();
  }

  @Test
  void withoutItTheRingIsADeadlock() {
    RunResult result = run(ring(null));
    assertThat(result.flowsFinished()).isZero();
    assertThat(result.lost()).isZero();
  }

  @ParameterizedTest
  @EnumSource(names = {"DROP", "FORWARD"})
  void aWatchdogBreaksADeadlock(Action action) {
    RunResult result = run(ring(new PfcWatchdog(1_000 * US, 500 * US, 100 * US, action)));
    assertThat(result.flowsFinished()).isEqualTo(5);
    assertThat(result.of(PortValue.WATCHDOG_STORMS)).isPositive();
    assertThat(result.of(PortValue.WATCHDOG_DROPS)).isEqualTo(result.lost(Loss.WATCHDOG));
    assertThat(result.lost(Loss.WATCHDOG) > 0).isEqualTo(action == Action.DROP);
  }

  /** A watchdog without action costs nothing: not one event, and no other order of events. */
  @ParameterizedTest
  @FieldSource("SCHEMES")
  void aRunWithoutPausesIsTheSameWithAWatchdog(Scheme scheme) {
    var setup = new SetupBuilder();
    setup.topology = new LeafSpine(2, 2, 2, RATE, RATE, US, 1).build();
    setup.scheme = scheme;
    setup.samplePeriodPs = 10 * US;
    setup.ecn.put(PortClass.ofRate(RATE), new EcnThresholds(40_000, 160_000, 0.2));
    setup.flows.add(0, 3, 3, 100, 300_000, 0);
    setup.flows.add(1, 3, 3, 100, 300_000, 5 * US);
    if (scheme.name().endsWith("-authors")) {
      setup.likeReference();
    }
    RunResult without = run(setup.build());
    setup.pfcWatchdog = new PfcWatchdog(2 * US, US, US, Action.DROP);
    RunResult with = run(setup.build());
    assertThat(without.of(PortValue.PAUSED)).isZero();
    assertThat(with.fingerprint()).isEqualTo(without.fingerprint());
    assertThat(with.events()).isEqualTo(without.events());
  }
}
