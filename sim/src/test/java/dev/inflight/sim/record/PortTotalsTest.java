package dev.inflight.sim.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.switching.SwitchPort;
import dev.inflight.net.topology.Star;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.Incast;
import dev.inflight.sim.measure.PortValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Results of ports at the end of a run, and their names. */
class PortTotalsTest {
  private static final long G = 1_000_000_000;
  private static final long US = 1_000_000;

  private final Topology topology = new Star(4, 100 * G, US).build();
  private final List<List<QueueHistogram>> reports = new ArrayList<>();
  private final Simulation simulation = simulation();
  private final RunResult result = simulation.run();
  private final List<PortTotals> totals = simulation.portTotals();

  private Simulation simulation() {
    var setup = new SetupBuilder();
    setup.topology = topology;
    new Incast(3, -1, 100_000, 0, 3, 200).addTo(setup.flows, setup.topology, 1);
    return new Simulation(setup.build(), new Recorder() {
      @Override
      public void queues(long nowPs, Supplier<List<QueueHistogram>> histograms) {
        reports.add(histograms.get());
      }
    });
  }

  @Test
  void portsComeInOrderOfTheirNumbersAndNameEachOther() {
    assertThat(totals).hasSize(8);
    for (int index = 0; index < totals.size(); index++) {
      PortName name = totals.get(index).port();
      assertThat(name.index()).isEqualTo(index);
      assertThat(name.rateBitsPerSec()).isEqualTo(100 * G);
      assertThat(totals).filteredOn(other -> other.port().node() == name.peerNode() && other.port().number() == name.peerNumber())
          .singleElement().satisfies(peer -> assertThat(peer.port().peerNode()).isEqualTo(name.node()))
          .satisfies(peer -> assertThat(peer.port().peerNumber()).isEqualTo(name.number()));
    }
  }

  @Test
  void onlySwitchPortsHaveQueues() {
    long samples = simulation.queues().samples();
    for (PortTotals port : totals) {
      assertThat(port.ofSwitch()).isEqualTo(topology.isSwitch(port.port().node()));
      assertThat(Arrays.stream(port.queueBins()).sum()).isEqualTo(port.ofSwitch() ? samples : 0);
    }
    assertThat(totals).filteredOn(port -> port.longestQueueBytes() > 100_000).as("where the flows meet").hasSize(1);
  }

  @Test
  void theyAreThoseOfTheFabric() {
    for (PortTotals told : totals) {
      var port = simulation.fabric().ports(told.port().node()).get(told.port().number() - 1);
      assertThat(told.port()).isEqualTo(PortName.of(port));
      assertThat(told.of(PortValue.SENT_BYTES)).isEqualTo(port.sentBytes());
      assertThat(told.of(PortValue.SENT_FRAMES)).isEqualTo(port.sentFrames()).isPositive();
      assertThat(told.of(PortValue.SENDING)).isBetween(1L, Math.min(port.sendingPs(), result.endPs()));
      assertThat(told.longestQueueBytes()).isEqualTo(port instanceof SwitchPort queue ? queue.peakBytes() : 0);
    }
  }

  @Test
  void reportsAreOfTheSwitchPortsNodeByNode() {
    assertThat(reports).hasSize(1);
    assertThat(reports.getFirst()).extracting(QueueHistogram::port)
        .isEqualTo(totals.stream().filter(PortTotals::ofSwitch).map(PortTotals::port).toList());
    assertThat(reports.getFirst()).allSatisfy(first -> assertThat(first.bins()).containsExactly(1));
  }
}
