package dev.inflight.sim.paths;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.Scheme;
import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.cc.rival.Nscc;
import dev.inflight.cc.rival.Swift;
import dev.inflight.net.host.Observer;
import dev.inflight.net.paths.OnePath;
import dev.inflight.net.paths.PathChoice;
import dev.inflight.net.paths.Sprayed;
import dev.inflight.net.recovery.Irn;
import dev.inflight.net.recovery.Recoveries;
import dev.inflight.net.recovery.Recovery;
import dev.inflight.net.recovery.Selective;
import dev.inflight.net.switching.Trimming;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.switching.ecn.PortClass;
import dev.inflight.net.switching.queue.StrictOverDeficit;
import dev.inflight.net.topology.DualPlane;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.change.LinkDown;
import dev.inflight.sim.change.LinkUp;
import dev.inflight.sim.setup.Problem;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.Permutation;
import dev.inflight.sim.workload.Rdma;
import dev.inflight.sim.measure.SwitchValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.FieldSource;

/** Packet spraying in whole runs: its gain, and delivery of every byte once for any fault of paths. */
class SprayRunTest {
  private static final long RATE = 100_000_000_000L;
  private static final long US = 1_000_000;

  private static SetupBuilder setup(PathChoice paths) {
    var setup = new SetupBuilder();
    setup.topology = new LeafSpine(4, 8, 8, RATE, RATE, US, 1).build();
    setup.scheme = Nscc.DEFAULT;
    setup.ecn.put(PortClass.ofRate(RATE), new EcnThresholds(30_000, 120_000, 1));
    setup.recovery = Selective.DEFAULT;
    setup.pfc = false;
    setup.paths = paths;
    return setup;
  }

  private static RunResult run(SetupBuilder setup) {
    var simulation = new Simulation(setup.build(), Recorder.NONE);
    RunResult result = simulation.run();
    assertThat(result.flowsFinished()).isEqualTo(result.flows());
    assertThat(simulation.fabric().packetsInside()).isZero();
    assertThat(simulation.fabric().switches()).allMatch(owner -> owner.heldBytes() == 0);
    return result;
  }

  private static RunResult permutation(PathChoice paths) {
    SetupBuilder setup = setup(paths);
    new Permutation(2_000_000, 0, 3, 100).addTo(setup.flows, setup.topology, 1);
    return run(setup);
  }

  /** A leaf has as much capacity to the spines as to its hosts, so flows wait for each other only if a hash has put them on one link. */
  @ParameterizedTest
  @EnumSource
  void aPermutationIsFasterOverManyPathsAndQueuesAreShorter(Sprayed.By by) {
    RunResult one = permutation(OnePath.DEFAULT);
    RunResult sprayed = permutation(new Sprayed(64, by));
    assertThat(sprayed.hosts().deliveredBytes).isEqualTo(one.hosts().deliveredBytes).isEqualTo(32 * 2_000_000);
    assertThat(sprayed.simulatedPs()).isLessThan(one.simulatedPs() * 2 / 3);
    assertThat(sprayed.of(SwitchValue.PEAK_BUFFER_BYTES)).isLessThan(one.of(SwitchValue.PEAK_BUFFER_BYTES));
    assertThat(sprayed.hosts().timeouts).isZero();
    assertThat(sprayed.hosts().retransmittedBytes).as("disorder is not taken for loss").isLessThan(64_000_000 / 100);
  }

  /** Trimming switches report the packets without room, so that disorder over queues of a bandwidth-delay product is no loss. */
  @ParameterizedTest
  @EnumSource
  void retransmitsOnlyTrimmedPackets(Sprayed.By by) {
    SetupBuilder setup = setup(new Sprayed(64, by));
    setup.bufferBytes = 2_000_000_000;
    setup.egressAlpha = 60_000.0 / setup.bufferBytes; // less than a product, so that many are trimmed
    setup.queues = StrictOverDeficit.DEFAULT;
    setup.trim = Trimming.DEFAULT;
    new Permutation(2_000_000, 0, 3, 100).addTo(setup.flows, setup.topology, 1);
    RunResult result = run(setup);
    assertThat(by == Sprayed.By.OBLIVIOUS ? result.of(SwitchValue.TRIMMED) : 1).isPositive();
    assertThat(result.hosts().retransmittedBytes).isEqualTo(result.of(SwitchValue.TRIMMED) * setup.payloadBytes);
  }

  /** The hash is that of one path each, and seldom fair; packets that come back without a mark show free paths. */
  @Test
  void pathsThatAreFreeAreFound() {
    RunResult blind = permutation(new Sprayed(64, Sprayed.By.OBLIVIOUS));
    RunResult reps = permutation(new Sprayed(64, Sprayed.By.REPS));
    assertThat(reps.simulatedPs()).isLessThan(blind.simulatedPs());
    assertThat(reps.of(SwitchValue.PEAK_BUFFER_BYTES)).isLessThan(blind.of(SwitchValue.PEAK_BUFFER_BYTES));
  }

  @ParameterizedTest
  @EnumSource
  void linksFailAndComeBackUnderLossesAndOperations(Sprayed.By by) {
    for (Scheme scheme : new Scheme[] {Nscc.DEFAULT, Swift.DEFAULT}) {
      SetupBuilder setup = setup(new Sprayed(16, by));
      setup.scheme = scheme;
      setup.lossRate = 0.001;
      setup.ackEveryPackets = 3;
      new Permutation(500_000, 0, 3, 100).addTo(setup.flows, setup.topology, 1);
      new Rdma(Rdma.Op.READ, 2, 20, 30_000, 5, 2, 5 * US, US, 3, 300).addTo(setup.flows, setup.topology, 1);
      new Rdma(Rdma.Op.WRITE, 20, 2, 30_000, 5, 2, 5 * US, US, 3, 300).addTo(setup.flows, setup.topology, 1);
      setup.events.add(new LinkDown(20 * US, 32, 36));
      setup.events.add(new LinkUp(90 * US, 32, 36));
      RunResult result = run(setup);
      assertThat(result.lost(Observer.Loss.LINK_DOWN) + result.lost(Observer.Loss.RANDOM)).isPositive();
      assertThat(new Simulation(setup.build(), Recorder.NONE).run().fingerprint()).isEqualTo(result.fingerprint());
    }
  }

  /** A flow leaves through one NIC, so it is spread over the paths that begin there. */
  @Test
  void hostsMayHaveSeveralNics() {
    SetupBuilder setup = setup(Sprayed.DEFAULT);
    setup.topology = DualPlane.DEFAULT.build();
    setup.topology.links()
        .forEach(link -> setup.ecn.put(PortClass.ofRate(link.rateBitsPerSec()), new EcnThresholds(100_000, 400_000, 1)));
    new Permutation(100_000, 0, 3, 100).addTo(setup.flows, setup.topology, 1);
    assertThat(run(setup).hosts().timeouts).isZero();
  }

  @Test
  void oneSwitchHasOnePath() {
    SetupBuilder setup = setup(Sprayed.DEFAULT);
    setup.flows.add(0, 1, 3, 100, 1_000_000, 0);
    SetupBuilder plain = setup(OnePath.DEFAULT);
    plain.flows.add(0, 1, 3, 100, 1_000_000, 0);
    RunResult result = run(setup);
    assertThat(result.simulatedPs()).isEqualTo(run(plain).simulatedPs());
    assertThat(result.hosts().nacks).isZero();
  }

  @ParameterizedTest
  @FieldSource("dev.inflight.net.recovery.Recoveries#ALL")
  void otherRecoveriesAreRefused(Recovery recovery) {
    SetupBuilder setup = setup(Sprayed.DEFAULT);
    setup.recovery = recovery;
    setup.flows.add(0, 9, 3, 100, 1000, 0);
    boolean taken = recovery instanceof Selective;
    assertThat(setup.build().problems().isEmpty()).isEqualTo(taken);
    assertThat(Recoveries.ALL).contains(recovery);
  }

  @Test
  void rejectionsNameTheNearestChoice() {
    SetupBuilder setup = setup(Sprayed.DEFAULT);
    setup.recovery = Irn.DEFAULT;
    setup.scheme = Hpcc.DEFAULT;
    setup.flows.add(0, 9, 3, 100, 1000, 0);
    assertThat(setup.build().problems()).extracting(Problem::sentence).containsExactly(
        "paths: spray reorders packets, and recovery irn treats overtaken packets as lost; use recovery: selective",
        "paths: spray spreads packets over many paths, and scheme hpcc compares telemetry of one path; use scheme: nscc,"
            + " or paths: one");
  }
}
