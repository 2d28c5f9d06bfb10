package dev.inflight.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.inflight.net.topology.DualTor;
import dev.inflight.net.topology.Pod;
import dev.inflight.net.topology.Star;
import dev.inflight.net.topology.Topology;
import dev.inflight.net.topology.TopologyGenerator;
import dev.inflight.sim.record.FlowResult;
import dev.inflight.sim.record.PortTotals;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.PeriodicFlows;
import dev.inflight.sim.workload.Poisson;
import dev.inflight.sim.workload.Rdma;
import dev.inflight.sim.workload.Workload;
import dev.inflight.sim.measure.PortValue;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Offered load of generators, at the start in a run and at arrival; sim.workload has tests of the tables of random ones. */
class OfferedLoadTest {
  private static final long G = 1_000_000_000L;
  private static final long US = 1_000_000L;

  private static final class Run {
    final List<FlowResult> flows = new ArrayList<>();
    final List<PortTotals> ports;

    Run(Topology topology, Workload workload) {
      var setup = new SetupBuilder();
      setup.topology = topology;
      setup.samplePeriodPs = 1000 * US;
      workload.addTo(setup.flows, topology, 1);
      var simulation = new Simulation(setup.build(), new Recorder() {
        @Override
        public void flowFinished(FlowResult flow) {
          flows.add(flow);
        }
      });
      RunResult result = simulation.run();
      assertThat(result.flowsFinished()).isEqualTo(result.flows());
      ports = simulation.portTotals();
    }

    long bytes() {
      return flows.stream().mapToLong(FlowResult::sizeBytes).sum();
    }

    long firstStartPs() {
      return flows.stream().mapToLong(FlowResult::startPs).min().orElseThrow();
    }

    /** Time from the first start to the last end, in which the offered load arrived. */
    long spanPs() {
      return flows.stream().mapToLong(flow -> flow.startPs() + flow.fctPs()).max().orElseThrow() - firstStartPs();
    }
  }

  /** Each with its load in Gb/s, and its number of messages that start at once. */
  static Stream<Arguments> steady() {
    return Stream.of(Arguments.of(new PeriodicFlows(0, 1, 50_000, 500, 10 * US, 7 * US, 3, 100), 40, 1),
        Arguments.of(new PeriodicFlows(0, 1, 1000, 5000, US, 0, 3, 100), 8, 1),
        Arguments.of(new Rdma(Rdma.Op.WRITE, 0, 1, 100_000, 500, 2, 20 * US, 0, 3, 300), 80, 2),
        Arguments.of(new Rdma(Rdma.Op.READ, 0, 1, 100_000, 500, 1, 20 * US, 0, 3, 300), 40, 1));
  }

  /** One message in each period: the time from the first one's start to a period behind the last one's has the requested rate. */
  @ParameterizedTest
  @MethodSource("steady")
  void steadyMessagesOfferTheirRate(Workload workload, int gigabits, int atOnce) {
    var run = new Run(new Star(2, 100 * G, US).build(), workload);
    long lastStartPs = run.flows.stream().mapToLong(FlowResult::startPs).max().orElseThrow();
    double periods = run.flows.size() / (double) atOnce;
    double offeredPs = (lastStartPs - run.firstStartPs()) / (periods - 1) * periods;
    assertThat(run.bytes() * 8e12 / offeredPs).isCloseTo(gigabits * (double) G, withinPercentage(2));
    assertThat(run.bytes() * 8e12 / run.spanPs()).as("what arrives").isCloseTo(gigabits * (double) G, withinPercentage(2));
  }

  /**
   * Hosts with two ports offer the load of both, and each port carries about half of it. With flows of equal size the bytes stray by the root of
   * their number, 20,000: 0.7 %.
   */
  @ParameterizedTest
  @CsvSource({"pod, 0.3", "dual-tor, 0.2"})
  void poissonLoadsBothPortsOfAHost(String fabric, double load) {
    TopologyGenerator generator = fabric.equals("pod") ? Pod.DEFAULT : new DualTor(2, 4, 4, 50 * G, 200 * G, US);
    Topology topology = generator.build();
    long portRate = fabric.equals("pod") ? 25 * G : 50 * G;
    int hosts = topology.hostCount();
    long spanPs = Math.round(20_000 * 10_000 * 8e12 / (load * 2 * portRate * hosts));
    var run = new Run(topology, new Poisson(load, "9999 0, 10000 100", spanPs, 0, 3, 100));
    double asked = load * 2 * portRate * hosts;
    assertThat(run.bytes() * 8e12 / spanPs).isCloseTo(asked, withinPercentage(2));
    for (int number = 1; number <= 2; number++) {
      int at = number;
      List<PortTotals> ports = run.ports.stream().filter(port -> !port.ofSwitch() && port.port().number() == at).toList();
      assertThat(ports).hasSize(hosts);
      double frames = ports.stream().mapToLong(port -> port.of(PortValue.SENT_BYTES)).sum() * 8e12 / spanPs;
      // besides 1000 bytes of payload 64 of headers, and an acknowledgement of 80 to 120 for each packet that came
      assertThat(frames).as("port %s", number).isBetween(1.06 * asked / 2 * 0.95, 1.25 * asked / 2 * 1.05);
    }
  }
}
