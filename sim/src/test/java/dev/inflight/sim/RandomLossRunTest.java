package dev.inflight.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.LeafSpine;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Five in ten thousand packets lost on every link: no flow of a long run may hang, as 46 of 13,459 do in the authors' simulator. */
class RandomLossRunTest {
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void everyFlowFinishesByGoBackN(boolean pfc) {
    var setup = new Setup();
    setup.topology = LeafSpine.DEFAULT.build();
    setup.pfc = pfc;
    setup.lossRate = 0.0005;
    new Poisson(0.5, "fb-hadoop", 8_000_000_000L, 0, 3, 100).addTo(setup.flows, setup.topology, 1);
    RunResult result = new Simulation(setup, Recorder.NONE).run();
    assertThat(result.flows()).isGreaterThan(13_000);
    assertThat(result.flowsFinished()).isEqualTo(result.flows());
    assertThat(result.lost()).isGreaterThan(5000);
    long sizes = 0;
    for (int flow = 0; flow < setup.flows.count(); flow++) {
      sizes += setup.flows.sizeBytes(flow);
    }
    assertThat(result.hosts().deliveredBytes).as("each byte once").isEqualTo(sizes);
  }
}
