package dev.inflight.sim.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.event.SerializationTime;
import dev.inflight.net.topology.Star;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.loop.TieOrder;
import dev.inflight.sim.setup.Series;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.FlowTable;
import dev.inflight.sim.workload.Incast;
import dev.inflight.sim.workload.Rdma;
import dev.inflight.sim.workload.Workload;
import dev.inflight.sim.measure.FlowValue;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Times of rows of time series: from the first flow's start to the run's end, and at no other time. */
class SeriesSamplerTest {
  private static final long G = 1_000_000_000;
  private static final long NS = 1_000;
  private static final long US = 1_000 * NS;

  private final SetupBuilder setup = new SetupBuilder();
  private final List<FlowSample> flows = new ArrayList<>();
  private final List<PortSample> ports = new ArrayList<>();

  private Simulation simulation(Workload workload, TieOrder ties, long everyPs) {
    setup.topology = new Star(4, 100 * G, US).build();
    workload.addTo(setup.flows, setup.topology, 1);
    setup.ties = ties;
    setup.clock = ties == TieOrder.SCHEDULING ? SerializationTime.AUTHORS : SerializationTime.EXACT;
    setup.series = new Series(everyPs, Long.MAX_VALUE, Series.Flows.ALL, Series.Ports.TO_HOSTS);
    return new Simulation(setup.build(), new Recorder() {
      @Override
      public void flowSample(FlowSample sample) {
        flows.add(sample);
      }

      @Override
      public void portSample(PortSample sample) {
        ports.add(sample);
      }
    });
  }

  private void assertRowsEndWith(RunResult result) {
    assertThat(ports.getLast().nowPs()).isEqualTo(result.endPs());
    assertThat(flows.getLast().nowPs()).isEqualTo(result.endPs());
    for (int id = 0; id < result.flows(); id++) {
      int flow = id;
      assertThat(flows.stream().filter(row -> row.flow() == flow).toList().getLast().counts().of(FlowValue.ACKED_BYTES))
          .isEqualTo(100_000);
    }
    assertThat(ports).filteredOn(row -> row.nowPs() == result.endPs()).as("one row for each port").hasSize(4);
  }

  @ParameterizedTest
  @CsvSource({"PORT, 100000", "PORT, 1000000", "PORT, 1000000000", "PORT, 100", "SCHEDULING, 100000", "SCHEDULING, 1000"})
  void theLastRowIsThatOfTheEnd(TieOrder ties, long everyPs) {
    RunResult result = simulation(new Incast(3, -1, 100_000, 0, 3, 200), ties, everyPs).run();
    assertThat(result.flowsFinished()).isEqualTo(3);
    assertRowsEndWith(result);
  }

  @ParameterizedTest
  @EnumSource
  void rowDueAtTheEndIsTheLast(TieOrder ties) {
    var incast = new Incast(3, -1, 100_000, 0, 3, 200);
    long endPs = simulation(incast, ties, US).run().endPs();
    setup.flows = new FlowTable();
    flows.clear();
    ports.clear();
    assertRowsEndWith(simulation(incast, ties, endPs).run());
  }

  @ParameterizedTest
  @EnumSource
  void rowsMayBeFurtherApartThanTheRun(TieOrder ties) {
    RunResult result = simulation(new Incast(3, -1, 100_000, US, 3, 200), ties, Long.MAX_VALUE).run();
    assertRowsEndWith(result);
    assertThat(ports).as("at the first start and at the end").hasSize(2 * 4);
  }

  @Test
  void theEndOfFailedOperationsIsOneToo() {
    setup.lossRate = 1;
    Simulation simulation = simulation(new Rdma(Rdma.Op.WRITE, 0, 1, 1000, 2, 1, 0, 0, 3, 300), TieOrder.PORT, 300 * NS);
    setup.sampleUntilPs = 100_000 * US;
    setup.samplePeriodPs = 1000 * US;
    RunResult result = simulation.run();
    assertThat(result.endPs()).isLessThan(setup.sampleUntilPs);
    assertThat(ports.getLast().nowPs()).isEqualTo(result.endPs());
    assertThat(simulation.queues().samples()).as("those of the idle time after it too").isGreaterThanOrEqualTo(100);
  }
}
