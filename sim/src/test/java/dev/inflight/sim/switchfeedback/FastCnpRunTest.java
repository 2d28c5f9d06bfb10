package dev.inflight.sim.switchfeedback;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.Signal;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.rival.Dcqcn;
import dev.inflight.cc.rival.Dctcp;
import dev.inflight.cc.scheme.Schemes;
import dev.inflight.net.link.Packet;
import dev.inflight.net.switchfeedback.FastCnp;
import dev.inflight.net.switchfeedback.NoSwitchFeedback;
import dev.inflight.net.switchfeedback.SwitchFeedback;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.switching.ecn.PortClass;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.measure.PortValue;
import dev.inflight.sim.measure.SwitchValue;
import dev.inflight.sim.parts.Division;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import dev.inflight.sim.setup.FlowClass;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Congestion notification packets that switches send by themselves. */
class FastCnpRunTest {
  private static final long RATE = 100_000_000_000L;
  private static final long US = 1_000_000L;
  static final List<Scheme> SCHEMES = Schemes.ALL;

  /**
   * Four hosts of a leaf send to as many of another one over a cable that is as fast as one of theirs: the queue is at the first switch.
   */
  private static SetupBuilder setup(SwitchFeedback by) {
    var setup = new SetupBuilder();
    setup.topology = new LeafSpine(2, 1, 4, RATE, RATE, US, 1).build();
    setup.scheme = Dcqcn.DEFAULT;
    setup.switchFeedback = by;
    setup.samplePeriodPs = 10 * US;
    setup.ecn.put(PortClass.ofRate(RATE), new EcnThresholds(20_000, 20_000, 1));
    for (int from = 0; from < 4; from++) {
      setup.flows.add(from, 4 + from, 3, 100 + from, 2_000_000, 0);
    }
    return setup;
  }

  /** A run, and the time at which the first notification was on its way to its sender. */
  private record Run(RunResult result, long firstCnpPs) {
    static Run of(Setup setup, int parts) {
      var first = new long[] {Long.MAX_VALUE};
      var simulation = new Simulation(setup, Recorder.NONE, (from, wire) -> (packet, endPs) -> {
        if (packet.kind == Packet.Kind.CNP && !setup.topology().isSwitch(from.far().node())) {
          synchronized (first) {
            first[0] = Math.min(first[0], endPs + from.delayPs());
          }
        }
        wire.send(packet, endPs);
      }, Division.of(setup.topology(), parts));
      simulation.runOn(parts, 0);
      RunResult result = simulation.run();
      assertThat(simulation.fabric().packetsInside()).isZero();
      assertThat(simulation.fabric().switches()).allMatch(owner -> owner.heldBytes() == 0);
      assertThat(result.flowsFinished()).isEqualTo(result.flows());
      return new Run(result, first[0]);
    }
  }

  @Test
  void sendersReceiveFeedbackEarlierByTheReceiversLeg() {
    Run receivers = Run.of(setup(NoSwitchFeedback.DEFAULT).build(), 1);
    Run switches = Run.of(setup(FastCnp.DEFAULT).build(), 1);
    long legPs = 3 * US; // from the leaf over the spine and the other leaf to the host
    assertThat(receivers.firstCnpPs - switches.firstCnpPs).isGreaterThanOrEqualTo(2 * legPs);
    assertThat(switches.result.of(SwitchValue.PEAK_BUFFER_BYTES))
        .isLessThan(receivers.result.of(SwitchValue.PEAK_BUFFER_BYTES) * 3 / 4);
  }

  @Test
  void allAreTakenAndNothingElseIsMarked() {
    RunResult result = Run.of(setup(FastCnp.DEFAULT).build(), 1).result;
    assertThat(result.hosts().cnps).isPositive().isEqualTo(result.of(SwitchValue.ANSWERS_SENT));
    assertThat(result.of(PortValue.ECN_MARKS)).isZero();
  }

  @Test
  void withMarksReceiversNotifyToo() {
    RunResult result = Run.of(setup(new FastCnp(50 * US, true, 4096, 4)).build(), 1).result;
    assertThat(result.of(PortValue.ECN_MARKS)).isPositive();
    assertThat(result.of(SwitchValue.ANSWERS_SENT)).isPositive();
    assertThat(result.hosts().cnps).isGreaterThan(result.of(SwitchValue.ANSWERS_SENT));
  }

  @Test
  void classesThatUseNoneAreMarked() {
    var setup = setup(FastCnp.DEFAULT);
    setup.classes.add(new FlowClass("dctcp", Dctcp.DEFAULT, NativeFormat.DEFAULT));
    setup.flows.add(0, 5, 3, 300, 2_000_000, 0);
    setup.flows.classify(4, 1, 0);
    RunResult result = Run.of(setup.build(), 1).result;
    assertThat(result.of(PortValue.ECN_MARKS)).isPositive();
    assertThat(result.hosts().cnps).isPositive().isEqualTo(result.of(SwitchValue.ANSWERS_SENT));
  }

  @Test
  void threadsChangeNothing() {
    Run one = Run.of(setup(FastCnp.DEFAULT).build(), 1);
    assertThat(Run.of(setup(FastCnp.DEFAULT).build(), 2).result.fingerprint()).isEqualTo(one.result.fingerprint());
  }

  /** Notifications that no sender uses are not sent. */
  @ParameterizedTest
  @FieldSource("SCHEMES")
  void onlySchemesOfNotificationsHaveThem(Scheme scheme) {
    SetupBuilder setup = setup(FastCnp.DEFAULT);
    setup.scheme = scheme;
    assertThat(setup.build().problems()).isEmpty();
    RunResult with = new Simulation(setup.build(), Recorder.NONE).run();
    assertThat(with.of(SwitchValue.ANSWERS_SENT) > 0).isEqualTo(scheme.signals().contains(Signal.CNP));
    if (!scheme.signals().contains(Signal.CNP)) {
      setup.switchFeedback = NoSwitchFeedback.DEFAULT;
      assertThat(new Simulation(setup.build(), Recorder.NONE).run().fingerprint()).isEqualTo(with.fingerprint());
    }
  }
}
