package dev.inflight.sim;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import dev.inflight.net.recovery.GoBackN;
import dev.inflight.net.recovery.Irn;
import dev.inflight.net.recovery.Recovery;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.sim.record.FlowResult;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.Permutation;
import dev.inflight.sim.workload.Poisson;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Five in ten thousand packets lost on every link: no flow of a long run may hang, as 46 of 13,459 do in the authors' simulator. */
class RandomLossRunTest {
  @Tag("sweep")
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void everyFlowFinishesAndIrnsGoodputIsHigher(boolean pfc) {
    assertThat(goodput(Irn.DEFAULT, pfc)).isGreaterThan(1.2 * goodput(GoBackN.DEFAULT, pfc));
  }

  /** Runs 13,437 flows to the end; returns their bits over their times. */
  private static double goodput(Recovery recovery, boolean pfc) {
    var setup = new SetupBuilder();
    setup.topology = LeafSpine.DEFAULT.build();
    setup.pfc = pfc;
    setup.recovery = recovery;
    setup.lossRate = 0.0005;
    new Poisson(0.5, "fb-hadoop", 8_000_000_000L, 0, 3, 100).addTo(setup.flows, setup.topology, 1);
    var times = new LongAdder();
    RunResult result = new Simulation(setup.build(), new Recorder() {
      @Override
      public void flowFinished(FlowResult flow) {
        times.add(flow.fctPs());
      }
    }).run();
    assertThat(result.flows()).isGreaterThan(13_000);
    assertThat(result.flowsFinished()).isEqualTo(result.flows());
    assertThat(result.lost()).isGreaterThan(5000);
    assertThat(result.hosts().deliveredBytes).as("each byte once").isEqualTo(bytesToSend(setup));
    return bytesToSend(setup) * 8e12 / times.sum();
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
    var setup = new SetupBuilder();
    setup.topology = new LeafSpine(2, 2, 4, 100_000_000_000L, 100_000_000_000L, 1_000_000, 1).build();
    setup.recovery = recovery;
    setup.lossRate = lossRate;
    new Permutation(5_000_000, 0, 3, 100).addTo(setup.flows, setup.topology, 1);
    RunResult result = new Simulation(setup.build(), Recorder.NONE).run();
    assertThat(result.flowsFinished()).isEqualTo(8);
    assertThat(result.hosts().deliveredBytes).isEqualTo(bytesToSend(setup));
    return result;
  }

  private static long bytesToSend(SetupBuilder setup) {
    long sizes = 0;
    for (int flow = 0; flow < setup.flows.count(); flow++) {
      sizes += setup.flows.sizeBytes(flow);
    }
    return sizes;
  }
}
