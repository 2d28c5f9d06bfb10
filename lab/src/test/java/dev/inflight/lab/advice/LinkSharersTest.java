package dev.inflight.lab.advice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import dev.inflight.net.fabric.Fabric;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Port;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.net.topology.RailOptimized;
import dev.inflight.net.topology.Star;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.FlowTable;
import dev.inflight.sim.workload.SourcePorts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Flows that share a link, on the paths that a simulation of them takes. */
class LinkSharersTest {
  private static final long US = 1_000_000;
  private static final long GBPS = 1_000_000_000;
  private static final long BYTES = 1000;

  private static Fabric fabric(Topology topology) {
    var setup = new SetupBuilder();
    setup.topology = topology;
    setup.flows.add(0, 1, 3, 100, BYTES, 0);
    return new Simulation(setup.build(), Recorder.NONE).fabric();
  }

  private static FlowTable sharers(Fabric fabric, Port link, int wanted) {
    return LinkSharers.of(fabric.topology(), fabric.routes(), link, wanted, BYTES, US);
  }

  /** The ports of each flow's path, with the source ports that a run gives to flows in this order. */
  private static List<List<Port>> paths(Fabric fabric, FlowTable flows) {
    var sourcePorts = new SourcePorts();
    var paths = new ArrayList<List<Port>>();
    for (int flow = 0; flow < flows.count(); flow++) {
      int source = flows.source(flow);
      int destination = flows.destination(flow);
      paths.add(fabric.routes().pathOf(new Flow(flow, source, destination, sourcePorts.next(source, destination),
          flows.destinationPort(flow), flows.priority(flow), flows.sizeBytes(flow), flows.startPs(flow))));
    }
    return paths;
  }

  /** Max-min fair rates of flows with these paths: again and again the link that has least for each of its flows is filled. */
  private static double[] fairRates(List<List<Port>> paths) {
    double[] rates = new double[paths.size()];
    Map<Port, Double> left = new HashMap<>();
    paths.forEach(path -> path.forEach(port -> left.put(port, (double) port.rateBitsPerSec())));
    while (Arrays.stream(rates).anyMatch(rate -> rate == 0)) {
      Map<Port, Integer> open = new HashMap<>();
      IntStream.range(0, rates.length).filter(flow -> rates[flow] == 0)
          .forEach(flow -> paths.get(flow).forEach(port -> open.merge(port, 1, Integer::sum)));
      Port narrowest = open.keySet().stream()
          .min((one, other) -> Double.compare(left.get(one) / open.get(one), left.get(other) / open.get(other))).orElseThrow();
      double share = left.get(narrowest) / open.get(narrowest);
      for (int flow = 0; flow < rates.length; flow++) {
        if (rates[flow] == 0 && paths.get(flow).contains(narrowest)) {
          rates[flow] = share;
          paths.get(flow).forEach(port -> left.merge(port, -share, Double::sum));
        }
      }
    }
    return rates;
  }

  static Stream<Topology> fabrics() {
    return Stream.of(new Star(9, 100 * GBPS, US).build(), new LeafSpine(3, 2, 4, 100 * GBPS, 400 * GBPS, US, 1).build(),
        new LeafSpine(3, 2, 4, 100 * GBPS, 100 * GBPS, US, 1).build(),
        new LeafSpine(2, 2, 3, 100 * GBPS, 400 * GBPS, US, 1).build(),
        new LeafSpine(2, 2, 6, 100 * GBPS, 40 * GBPS, US, 2).build(),
        new RailOptimized(2, 2, 4, 2, 400 * GBPS, 400 * GBPS, 1600 * GBPS, US, US).build());
  }

  /** All of them pass the link, and each has the same part of it: no other link of any path is narrower for them. */
  @ParameterizedTest
  @MethodSource("fabrics")
  void flowsHaveEqualSharesOfTheLink(Topology topology) {
    Fabric fabric = fabric(topology);
    int found = 0;
    for (int node = 0; node < topology.nodeCount(); node++) {
      for (Port link : fabric.ports(node)) {
        for (int wanted : List.of(1, 2, 5, 16)) {
          FlowTable flows = sharers(fabric, link, wanted);
          assertThat(flows.count()).isLessThanOrEqualTo(wanted);
          List<List<Port>> paths = paths(fabric, flows);
          assertThat(paths).allSatisfy(path -> assertThat(path).contains(link));
          for (double rate : fairRates(paths)) {
            double share = (double) link.rateBitsPerSec() / flows.count();
            assertThat(rate).as("%d of %d flows over %s", flows.count(), wanted, link).isCloseTo(share, offset(share / 1e6));
          }
          found += flows.count();
        }
      }
    }
    assertThat(found).isPositive();
  }

  /** To a host's link all other hosts may send; from there on there are more flows of the same hosts. */
  @Test
  void requestedFlowsShareTheLinkToAHost() {
    Fabric fabric = fabric(new Star(9, 100 * GBPS, US).build());
    Port link = fabric.ports(9).stream().filter(port -> port.peer().node() == 4).findFirst().orElseThrow();
    for (int wanted : List.of(1, 8, 20)) {
      FlowTable flows = sharers(fabric, link, wanted);
      assertThat(flows.count()).isEqualTo(wanted);
      assertThat(IntStream.range(0, wanted).map(flows::destination).boxed().toList()).containsOnly(4);
      assertThat(IntStream.range(0, wanted).map(flows::source).distinct().count()).isEqualTo(Math.min(wanted, 8));
      assertThat(IntStream.range(0, wanted).mapToLong(flows::startPs).boxed().toList())
          .isEqualTo(IntStream.range(0, wanted).mapToObj(flow -> flow * US).toList());
    }
  }
}
