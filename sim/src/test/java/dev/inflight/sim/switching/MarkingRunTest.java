package dev.inflight.sim.switching;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.rival.Dcqcn;
import dev.inflight.cc.rival.Dctcp;
import dev.inflight.net.host.cnp.CnpRules;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.switching.ecn.PortClass;
import dev.inflight.net.switching.ecn.PortClass.Side;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.measure.PortValue;
import dev.inflight.sim.measure.SwitchValue;
import dev.inflight.sim.parts.Division;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.setup.SetupBuilder;
import org.junit.jupiter.api.Test;

/** Marks in runs, by class of ports and by the average of queues. */
class MarkingRunTest {
  private static final long RATE = 100_000_000_000L;
  private static final long US = 1_000_000L;
  private static final EcnThresholds NEVER = new EcnThresholds(1L << 40, 1L << 40, 0);

  /** Four hosts at each of two leaves; three flows come together at a host of the other leaf, and one spine carries them. */
  private static SetupBuilder incast() {
    var setup = new SetupBuilder();
    setup.topology = new LeafSpine(2, 1, 4, RATE, RATE, US, 1).build();
    setup.scheme = Dctcp.DEFAULT;
    setup.samplePeriodPs = 10 * US;
    setup.ecn.put(PortClass.ofRate(RATE), NEVER);
    for (int from = 0; from < 3; from++) {
      setup.flows.add(from, 4, 3 + from % 2, 100 + from, 2_000_000, 0);
    }
    return setup;
  }

  private static RunResult inParts(Setup setup, int parts) {
    var simulation = new Simulation(setup, Recorder.NONE, (from, wire) -> wire, Division.of(setup.topology(), parts));
    simulation.runOn(parts, 0);
    return simulation.run();
  }

  private static RunResult result(SetupBuilder setup) {
    return new Simulation(setup.build(), Recorder.NONE).run();
  }

  @Test
  void onlyPortsOfTheClassMark() {
    var setup = incast();
    assertThat(result(setup).of(PortValue.ECN_MARKS)).isZero();
    setup.ecn.put(new PortClass(RATE, Side.UP, 1, 0), new EcnThresholds(30_000, 30_000, 1)); // where three flows meet
    assertThat(result(setup).of(PortValue.ECN_MARKS)).isPositive();
    setup.ecn.remove(new PortClass(RATE, Side.UP, 1, 0));
    setup.ecn.put(new PortClass(RATE, Side.DOWN, 2, 0), new EcnThresholds(30_000, 30_000, 1)); // behind it there is no queue
    assertThat(result(setup).of(PortValue.ECN_MARKS)).isZero();
  }

  @Test
  void prioritiesHaveThresholdsOfTheirOwn() {
    var setup = incast();
    setup.ecn.put(new PortClass(RATE, Side.UP, 0, 4), new EcnThresholds(10_000, 10_000, 1));
    RunResult one = result(setup);
    setup.ecn.put(new PortClass(RATE, Side.UP, 0, 3), new EcnThresholds(10_000, 10_000, 1));
    assertThat(one.of(PortValue.ECN_MARKS)).isPositive();
    assertThat(result(setup).of(PortValue.ECN_MARKS)).isGreaterThan(one.of(PortValue.ECN_MARKS));
  }

  @Test
  void anAverageMarksLater() {
    var setup = incast();
    setup.ecn.put(PortClass.ofRate(RATE), new EcnThresholds(30_000, 30_000, 1));
    RunResult atOnce = result(setup);
    setup.ecn.put(PortClass.ofRate(RATE), new EcnThresholds(30_000, 30_000, 1, 9));
    RunResult averaged = result(setup);
    assertThat(averaged.of(SwitchValue.PEAK_BUFFER_BYTES)).isGreaterThan(atOnce.of(SwitchValue.PEAK_BUFFER_BYTES));
    assertThat(averaged.of(PortValue.ECN_MARKS)).isPositive();
  }

  @Test
  void equalThresholdsForAllClassesAreThoseOfTheRate() {
    var setup = incast();
    setup.ecn.put(PortClass.ofRate(RATE), new EcnThresholds(30_000, 120_000, 0.5));
    long plain = result(setup).fingerprint();
    setup.ecn.put(new PortClass(RATE, Side.FABRIC, 0, 0), new EcnThresholds(30_000, 120_000, 0.5));
    setup.ecn.put(new PortClass(RATE, Side.HOSTS, 0, 3), new EcnThresholds(30_000, 120_000, 0.5));
    assertThat(result(setup).fingerprint()).isEqualTo(plain);
  }

  @Test
  void threadsChangeNothing() {
    var setup = incast();
    setup.scheme = Dcqcn.DEFAULT;
    setup.cnp = new CnpRules(4 * US, CnpRules.Per.NIC, 2 * US, 5);
    setup.ecn.put(new PortClass(RATE, Side.UP, 1, 0), new EcnThresholds(30_000, 120_000, 0.5, 5));
    RunResult one = inParts(setup.build(), 1);
    assertThat(one.hosts().cnps).isPositive();
    assertThat(inParts(setup.build(), 2).fingerprint()).isEqualTo(one.fingerprint());
  }
}
