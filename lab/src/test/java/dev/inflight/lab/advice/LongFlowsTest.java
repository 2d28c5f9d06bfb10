package dev.inflight.lab.advice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.inflight.cc.Scheme;
import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.cc.hpcc.HpccAlpha;
import dev.inflight.cc.hpcc.ReactionMode;
import dev.inflight.net.link.Port;
import dev.inflight.net.topology.Star;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.record.PortName;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.SetupBuilder;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The equilibrium of HPCC A.3 against packets. The target is 50 % and the step large, so that utilizations are far above the target, and far from each
 * other: no answer is near to another one.
 */
class LongFlowsTest {
  private static final long G = 1_000_000_000;
  private static final long US = 1_000_000;
  private static final double ETA = 0.5;
  private static final double PERCENT = 2;

  private static SetupBuilder star(int flows, long slowestBitsPerSec) {
    var setup = new SetupBuilder();
    Topology star = new Star(flows + 1, 100 * G, US).build();
    var links = new ArrayList<>(star.links());
    Topology.Link first = links.getFirst();
    links.set(0, new Topology.Link(first.a(), first.b(), slowestBitsPerSec, first.delayPs()));
    var switches = new BitSet();
    switches.set(flows + 1);
    setup.topology = new Topology(star.nodeCount(), switches, links);
    for (int flow = 0; flow < flows; flow++) {
      setup.flows.add(flow, flows, 3, 100, 1L << 40, 0);
    }
    return setup;
  }

  /** Switches in a row; one flow over all links between them, and {@code local} flows over each. */
  private static SetupBuilder parkingLot(int... local) {
    var setup = new SetupBuilder();
    int hosts = 2;
    for (int flows : local) {
      hosts += 2 * flows;
    }
    var switches = new BitSet();
    switches.set(hosts, hosts + local.length + 1);
    var links = new ArrayList<Topology.Link>();
    links.add(new Topology.Link(0, hosts, 100 * G, US));
    links.add(new Topology.Link(1, hosts + local.length, 100 * G, US));
    setup.flows.add(0, 1, 3, 100, 1L << 40, 0);
    int host = 2;
    for (int link = 0; link < local.length; link++) {
      links.add(new Topology.Link(hosts + link, hosts + link + 1, 100 * G, US));
      for (int flow = 0; flow < local[link]; flow++) {
        links.add(new Topology.Link(host, hosts + link, 100 * G, US));
        links.add(new Topology.Link(host + 1, hosts + link + 1, 100 * G, US));
        setup.flows.add(host, host + 1, 3, 100, 1L << 40, 0);
        host += 2;
      }
    }
    setup.topology = new Topology(hosts + local.length + 1, switches, links);
    return setup;
  }

  private static Hpcc hpcc(int maxFlows) {
    return new Hpcc(ETA, 5, 0, maxFlows, 0, ReactionMode.BOTH, 0);
  }

  /** Frames that each port sends per second, in bits, over 500 round trips after as many. */
  private static Map<PortName, Double> simulate(SetupBuilder setup, Scheme scheme) {
    setup.scheme = scheme;
    var simulation = new Simulation(setup.build(), Recorder.NONE);
    long spanPs = 500 * simulation.basePaths().largestRttPs();
    var sent = new HashMap<PortName, Double>();
    for (double sign : new double[] {-1, 1}) {
      simulation.advance(sign < 0 ? spanPs : 2 * spanPs);
      for (int node = 0; node < setup.topology.nodeCount(); node++) {
        for (Port port : simulation.fabric().ports(node)) {
          sent.merge(PortName.of(port), sign * port.sentBytes() * 8e12 / spanPs, Double::sum);
        }
      }
    }
    return sent;
  }

  private static void compare(LongFlows flows, LongFlows.Rates expected, Map<PortName, Double> sent) {
    assertThat(expected.settled()).isTrue();
    for (int flow = 0; flow < flows.count(); flow++) {
      int nic = flows.linksOf(flow)[0];
      assertThat(sent.get(flows.link(nic))).as("rate of flow %d", flow).isCloseTo(expected.rates()[flow],
          withPercentage(PERCENT));
    }
    for (int link = 0; link < expected.utilization().length; link++) {
      PortName port = flows.link(link);
      assertThat(sent.get(port) / port.rateBitsPerSec()).as("utilization of %s", port).isCloseTo(expected.utilization()[link],
          withPercentage(PERCENT));
    }
  }

  /** On one link {@code U = eta + N W_AI / W_init}, the latter times what frames have of a full cable. */
  @ParameterizedTest
  @CsvSource({"2, 4", "4, 8", "4, 16", "8, 10", "12, 24"})
  void computesRatesOfFlowsOverOneLink(int count, int maxFlows) {
    SetupBuilder setup = star(count, 100 * G);
    var flows = new LongFlows(setup.build());
    LongFlows.Rates expected = flows.equilibrium(hpcc(maxFlows));
    assertThat(expected.utilization()[flows.linksOf(0)[1]]).isCloseTo(ETA + 0.98 * (1 - ETA) * count / maxFlows,
        withPercentage(0.1));
    compare(flows, expected, simulate(setup, hpcc(maxFlows)));
  }

  /** {@code R_(1) <= R_(2)} and {@code U_(1) >= U_(2)}: the flow over both links has the rate of the fuller one. */
  @ParameterizedTest
  @CsvSource({"1, 3, 6", "2, 4, 8", "1, 2, 4", "2, 6, 12"})
  void computesRatesOfFlowsOverTwoLinks(int first, int second, int maxFlows) {
    SetupBuilder setup = parkingLot(first, second);
    var flows = new LongFlows(setup.build());
    LongFlows.Rates expected = flows.equilibrium(hpcc(maxFlows));
    compare(flows, expected, simulate(setup, hpcc(maxFlows)));
    assertThat(expected.rates()[0]).isCloseTo(expected.rates()[flows.count() - 1], withPercentage(0.01));
  }

  @ParameterizedTest
  @CsvSource({"1, 1, 3, 1", "1, 1, 3, 2", "1, 1, 3, Infinity", "1, 2, 4, 1", "1, 3, 5, 2"})
  void registersForEachLink(int first, int second, int maxFlows, double alpha) {
    SetupBuilder setup = parkingLot(first, second);
    var flows = new LongFlows(setup.build());
    var scheme = new HpccAlpha(ETA, alpha, 0, maxFlows, 0, 1000);
    compare(flows, flows.equilibrium(scheme), simulate(setup, scheme));
  }

  /**
   * "The distribution of max_i {U_i} will [...] be biased upwards by other congested links on the path": where both links are equally full,
   * each report has the larger of two slightly different values, and the flow over both gets less than the model predicts.
   */
  @Test
  void flowOverTwoEquallyFullLinksGetsLess() {
    SetupBuilder setup = parkingLot(3, 3);
    var flows = new LongFlows(setup.build());
    LongFlows.Rates expected = flows.equilibrium(hpcc(12));
    Map<PortName, Double> sent = simulate(setup, hpcc(12));
    double ratio = sent.get(flows.link(flows.linksOf(0)[0])) / expected.rates()[0];
    assertThat(ratio).isBetween(0.85, 0.98);
    assertThat(sent.get(flows.link(flows.linksOf(0)[1])) / (100 * G)).isCloseTo(expected.utilization()[flows.linksOf(0)[1]],
        withPercentage(PERCENT));
  }

  /** With W_AI a share of W_init, steps of a NIC of 25 Gb/s are a quarter of the others', and so is its rate on a link that all share. */
  @Test
  void unequalNicsHaveRatesProportionalToTheirSteps() {
    SetupBuilder setup = star(3, 25 * G);
    var flows = new LongFlows(setup.build());
    LongFlows.Rates expected = flows.equilibrium(hpcc(6));
    assertThat(expected.rates()[1]).isCloseTo(4 * expected.rates()[0], withPercentage(0.01));
    compare(flows, expected, simulate(setup, hpcc(6)));
  }

  /** With equal steps a NIC of 10 Gb/s is full, as it reports no telemetry, and the others share the rest. */
  @Test
  void slowNicLimitsItsFlow() {
    SetupBuilder setup = star(3, 10 * G);
    var flows = new LongFlows(setup.build());
    var scheme = new Hpcc(ETA, 5, 5000, 1, 0, ReactionMode.BOTH, 0);
    LongFlows.Rates expected = flows.equilibrium(scheme);
    assertThat(expected.rates()[0]).isBetween(9.7 * G, 9.9 * G);
    Map<PortName, Double> sent = simulate(setup, scheme);
    assertThat(sent.get(flows.link(flows.linksOf(1)[0]))).isCloseTo(expected.rates()[1], withPercentage(PERCENT));
    assertThat(sent.get(flows.link(flows.linksOf(0)[0]))).isCloseTo(expected.rates()[0], withPercentage(1));
  }
}
