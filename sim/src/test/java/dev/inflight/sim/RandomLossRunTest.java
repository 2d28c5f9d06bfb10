package dev.inflight.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.GoBackN;
import dev.inflight.net.Irn;
import dev.inflight.net.LeafSpine;
import dev.inflight.net.Recovery;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Five in ten thousand packets lost on every link: no flow of a long run may hang, as 46 of 13,459 do in the authors' simulator. */
class RandomLossRunTest {
  static Stream<Arguments> recoveries() {
    return Stream.of(Arguments.of(GoBackN.DEFAULT, true), Arguments.of(GoBackN.DEFAULT, false),
        Arguments.of(Irn.DEFAULT, true), Arguments.of(Irn.DEFAULT, false));
  }

  @ParameterizedTest
  @MethodSource("recoveries")
  void everyFlowFinishes(Recovery recovery, boolean pfc) {
    var setup = new Setup();
    setup.topology = LeafSpine.DEFAULT.build();
    setup.pfc = pfc;
    setup.recovery = recovery;
    setup.lossRate = 0.0005;
    new Poisson(0.5, "fb-hadoop", 8_000_000_000L, 0, 3, 100).addTo(setup.flows, setup.topology, 1);
    RunResult result = new Simulation(setup, Recorder.NONE).run();
    assertThat(result.flows()).isGreaterThan(13_000);
    assertThat(result.flowsFinished()).isEqualTo(result.flows());
    assertThat(result.lost()).isGreaterThan(5000);
    assertThat(result.hosts().deliveredBytes).as("each byte once").isEqualTo(bytesToSend(setup));
  }

  /** Eight flows of 5 MB; without loss they take 0.51 ms. */
  @ParameterizedTest
  @CsvSource({"0.001, 0.8", "0.01, 0.1"})
  void irnLosesLessTimeThanGoBackNAndRepeatsLittle(double lossRate, double ofItsTime) {
    RunResult goBackN = longFlows(GoBackN.DEFAULT, lossRate);
    RunResult irn = longFlows(Irn.DEFAULT, lossRate);
    assertThat((double) irn.simulatedPs()).isLessThan(ofItsTime * goBackN.simulatedPs());
    assertThat(irn.hosts().retransmittedBytes).isLessThan(goBackN.hosts().retransmittedBytes / 10);
  }

  private static RunResult longFlows(Recovery recovery, double lossRate) {
    var setup = new Setup();
    setup.topology = new LeafSpine(2, 2, 4, 100_000_000_000L, 100_000_000_000L, 1_000_000, 1).build();
    setup.recovery = recovery;
    setup.lossRate = lossRate;
    new Permutation(5_000_000, 0, 3, 100).addTo(setup.flows, setup.topology, 1);
    RunResult result = new Simulation(setup, Recorder.NONE).run();
    assertThat(result.flowsFinished()).isEqualTo(8);
    assertThat(result.hosts().deliveredBytes).isEqualTo(bytesToSend(setup));
    return result;
  }

  private static long bytesToSend(Setup setup) {
    long sizes = 0;
    for (int flow = 0; flow < setup.flows.count(); flow++) {
      sizes += setup.flows.sizeBytes(flow);
    }
    return sizes;
  }
}
