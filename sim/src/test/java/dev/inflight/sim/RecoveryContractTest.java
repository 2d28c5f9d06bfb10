package dev.inflight.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.Scheme;
import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.cc.hpcc.HpccAuthors;
import dev.inflight.cc.rival.Dcqcn;
import dev.inflight.cc.rival.Dctcp;
import dev.inflight.cc.rival.FixedWindow;
import dev.inflight.cc.rival.NoControl;
import dev.inflight.cc.rival.PowerTcp;
import dev.inflight.cc.rival.Swift;
import dev.inflight.cc.rival.Timely;
import dev.inflight.net.host.Observer;
import dev.inflight.net.recovery.Recoveries;
import dev.inflight.net.recovery.Recovery;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.switching.ecn.PortClass;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.change.LinkDown;
import dev.inflight.sim.change.LinkUp;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.Permutation;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Contract of each loss recovery under each kind of scheme: every flow ends, every byte is delivered once, and a run repeats. */
class RecoveryContractTest {
  private static final List<Scheme> SCHEMES = List.of(Hpcc.DEFAULT, HpccAuthors.DEFAULT, Dcqcn.DEFAULT, Timely.DEFAULT,
      Dctcp.DEFAULT, Swift.DEFAULT, PowerTcp.DEFAULT, FixedWindow.DEFAULT, NoControl.DEFAULT);
  private static final long RATE = 100_000_000_000L;

  static Stream<Arguments> all() {
    return Recoveries.RELIABLE.stream().flatMap(
        recovery -> SCHEMES.stream().flatMap(scheme -> Stream.of(true, false).map(pfc -> Arguments.of(recovery, scheme, pfc))));
  }

  private static SetupBuilder setup(Recovery recovery, Scheme scheme, boolean pfc) {
    var setup = new SetupBuilder();
    setup.topology = new LeafSpine(2, 2, 4, RATE, RATE, 1_000_000, 1).build();
    setup.recovery = recovery;
    setup.scheme = scheme;
    setup.pfc = pfc;
    setup.bufferBytes = 1_000_000;
    setup.lossRate = 0.002;
    setup.ecn.put(PortClass.ofRate(RATE), new EcnThresholds(40_000, 160_000, 0.2));
    new Permutation(400_000, 0, 3, 100).addTo(setup.flows, setup.topology, 1);
    for (int sender = 1; sender < 8; sender++) {
      setup.flows.add(sender, 0, 3, 100, 100_500, 10_000_000);
    }
    return setup;
  }

  /** First no path, then another one on which packets overtake those on the old one, then the old one again. */
  @ParameterizedTest
  @FieldSource("dev.inflight.net.recovery.Recoveries#RELIABLE")
  void linksMayFailAndComeBack(Recovery recovery) {
    SetupBuilder setup = setup(recovery, Hpcc.DEFAULT, true);
    setup.lossRate = 0;
    int firstLeaf = 8;
    for (int spine = 10; spine <= 11; spine++) {
      setup.events.add(new LinkDown(15_000_000L * (spine - 9), firstLeaf, spine));
      setup.events.add(new LinkUp(400_000_000L * (spine - 9), firstLeaf, spine));
    }
    RunResult result = new Simulation(setup.build(), Recorder.NONE).run();
    assertThat(result.lost(Observer.Loss.LINK_DOWN) + result.lost(Observer.Loss.NO_ROUTE)).isPositive();
    assertThat(result.flowsFinished()).isEqualTo(15);
    assertThat(result.hosts().deliveredBytes).isEqualTo(8 * 400_000 + 7 * 100_500);
  }

  @ParameterizedTest
  @MethodSource("all")
  void everyByteOnce(Recovery recovery, Scheme scheme, boolean pfc) {
    SetupBuilder setup = setup(recovery, scheme, pfc);
    var simulation = new Simulation(setup.build(), Recorder.NONE);
    RunResult result = simulation.run();
    assertThat(result.flowsFinished()).isEqualTo(15);
    assertThat(result.hosts().deliveredBytes).isEqualTo(8 * 400_000 + 7 * 100_500);
    assertThat(result.hosts().retransmittedBytes).isPositive();
    assertThat(simulation.fabric().packetsInside()).isZero();
    assertThat(simulation.fabric().switches()).allMatch(owner -> owner.heldBytes() == 0);
    assertThat(new Simulation(setup(recovery, scheme, pfc).build(), Recorder.NONE).run().fingerprint())
        .isEqualTo(result.fingerprint());
  }
}
