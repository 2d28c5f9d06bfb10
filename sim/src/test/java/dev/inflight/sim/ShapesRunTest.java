package dev.inflight.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.rival.NoControl;
import dev.inflight.net.topology.Dragonfly;
import dev.inflight.net.topology.DualPlane;
import dev.inflight.net.topology.DualTor;
import dev.inflight.net.topology.Dumbbell;
import dev.inflight.net.topology.FatTree;
import dev.inflight.net.topology.KAry;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.net.topology.ParkingLot;
import dev.inflight.net.topology.Pod;
import dev.inflight.net.topology.RailOptimized;
import dev.inflight.net.topology.Star;
import dev.inflight.net.topology.Torus;
import dev.inflight.net.topology.shape.Topologies;
import dev.inflight.net.topology.TopologyGenerator;
import dev.inflight.sim.parts.Division;
import dev.inflight.sim.record.FlowResult;
import dev.inflight.sim.record.PortTotals;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.Permutation;
import dev.inflight.sim.measure.PortValue;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** HPCC over every shape: all flows end, in one part and in two alike, and one that is alone takes the base RTT. */
class ShapesRunTest {
  private static final long G = 1_000_000_000L;
  private static final long US = 1_000_000L;

  /** Small ones; all shortest paths between two hosts have one delay. */
  static final List<TopologyGenerator> SMALL = List.of(new Star(6, 100 * G, US), Dumbbell.DEFAULT,
      new LeafSpine(3, 2, 4, 100 * G, 400 * G, US, 1), new FatTree(2, 2, 2, 4, 2, 100 * G, 400 * G, US),
      new Pod(2, 4, 25 * G, 100 * G, US, US), new KAry(4, 2, 100 * G, 100 * G, US), RailOptimized.DEFAULT,
      new DualPlane(2, 2, 4, 200 * G, 400 * G, US), new DualTor(3, 2, 4, 200 * G, 400 * G, US),
      new Dragonfly(9, 4, 2, 2, 100 * G, 100 * G, 100 * G, US, US), new Torus(3, 2, 1, 200 * G, 100 * G, US, US), //
      ParkingLot.DEFAULT);

  private static SetupBuilder setup(TopologyGenerator shape) {
    var setup = new SetupBuilder();
    setup.topology = shape.build();
    return setup;
  }

  @Test
  void allShapesAreHere() {
    assertThat(SMALL).extracting(TopologyGenerator::name)
        .containsExactlyElementsOf(Topologies.ALL.stream().map(TopologyGenerator::name).toList());
  }

  @ParameterizedTest
  @FieldSource("SMALL")
  void aPermutationEndsAndPartsChangeNothing(TopologyGenerator shape) {
    SetupBuilder setup = setup(shape);
    new Permutation(200_000, 0, 3, 100).addTo(setup.flows, setup.topology, 1);
    RunResult one = new Simulation(setup.build(), Recorder.NONE).run();
    assertThat(one.flowsFinished()).isEqualTo(one.flows()).isEqualTo(setup.topology.hostCount());
    assertThat(one.lost()).isZero();
    Division two = Division.of(setup.topology, 2);
    assertThat(two.parts()).isEqualTo(shape instanceof Star ? 1 : 2);
    var divided = new Simulation(setup.build(), Recorder.NONE, (from, wire) -> wire, two);
    divided.runOn(2, 0);
    assertThat(divided.run().fingerprint()).isEqualTo(one.fingerprint());
  }

  @ParameterizedTest
  @FieldSource("SMALL")
  void aLonePacketTakesItsBaseRtt(TopologyGenerator shape) {
    for (int to = 1; to < shape.build().hostCount(); to += 1 + to / 3) {
      SetupBuilder setup = setup(shape);
      setup.scheme = NoControl.DEFAULT;
      setup.flows.add(0, to, 3, 100, setup.payloadBytes, 0);
      var ended = new ArrayList<FlowResult>();
      var simulation = new Simulation(setup.build(), new Recorder() {
        @Override
        public void flowFinished(FlowResult flow) {
          ended.add(flow);
        }
      });
      simulation.run();
      assertThat(ended).hasSize(1);
      assertThat(ended.getFirst().fctPs()).as("0 to %d", to).isEqualTo(ended.getFirst().idealFctPs())
          .isEqualTo(simulation.basePaths().rttPs(0, to));
    }
  }

  /** In a server only server links carry bytes, between servers only the others do, and no host forwards. */
  @Test
  void trafficOfAServerStaysInItAndNoGpuForwards() {
    SetupBuilder setup = setup(RailOptimized.DEFAULT);
    setup.flows.add(0, 7, 3, 100, 1_000_000, 0); // one server
    setup.flows.add(9, 17, 3, 100, 1_000_000, 0); // one rail
    setup.flows.add(24, 63, 3, 100, 1_000_000, 0); // two rails
    var simulation = new Simulation(setup.build(), Recorder.NONE);
    assertThat(simulation.run().flowsFinished()).isEqualTo(3);
    var sending = simulation.portTotals().stream().filter(port -> port.port().node() < 64 && port.of(PortValue.SENT_BYTES) > 0)
        .map(PortTotals::port).map(port -> port.node() + "." + port.number()).toList();
    assertThat(sending).containsExactlyInAnyOrder("0.1", "7.1", "9.2", "17.2", "24.2", "63.2");
  }
}
