package dev.inflight.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.cc.hpcc.HpccAlpha;
import dev.inflight.net.host.Sender;
import dev.inflight.net.nic.Nic;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.SetupBuilder;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Equation 7 in packets (HPCC Appendix A.3): on a parking lot of links, a flow that crosses all of them and one local flow on each
 * share alpha-fairly.
 */
class AlphaFairTest {
  private static final long G = 1_000_000_000;
  private static final long US = 1_000_000;
  private static final long MS = 1_000 * US;
  private static final long ENDLESS_BYTES = 1L << 40;

  /** Switches in a row; the long flow goes from the first to the last, and one flow over each link between two of them. */
  private static SetupBuilder parkingLot(int links, double alpha) {
    var topologyLinks = new ArrayList<Topology.Link>();
    var setup = new SetupBuilder();
    int hosts = 2 + 2 * links;
    var switches = new BitSet();
    switches.set(hosts, hosts + links + 1);
    topologyLinks.add(new Topology.Link(0, hosts, 100 * G, US));
    topologyLinks.add(new Topology.Link(1, hosts + links, 100 * G, US));
    setup.flows.add(0, 1, 3, 100, ENDLESS_BYTES, 0);
    for (int link = 0; link < links; link++) {
      topologyLinks.add(new Topology.Link(hosts + link, hosts + link + 1, 100 * G, US));
      topologyLinks.add(new Topology.Link(2 + 2 * link, hosts + link, 100 * G, US));
      topologyLinks.add(new Topology.Link(3 + 2 * link, hosts + link + 1, 100 * G, US));
      setup.flows.add(2 + 2 * link, 3 + 2 * link, 3, 100, ENDLESS_BYTES, 0);
    }
    setup.topology = new Topology(hosts + links + 1, switches, topologyLinks);
    setup.scheme = new HpccAlpha(0.95, alpha, HpccAlpha.DEFAULT.wAiBytes(), 10, 0, HpccAlpha.DEFAULT.headroom());
    return setup;
  }

  private static List<Sender> senders(Simulation simulation) {
    return simulation.fabric().hosts().stream().flatMap(host -> List.of(host.nics()).stream()).map(Nic::senders)
        .flatMap(List::stream).map(Sender.class::cast).toList();
  }

  @ParameterizedTest
  @ValueSource(doubles = {1, 2, Double.POSITIVE_INFINITY})
  void theLongFlowGetsItsShare(double alpha) {
    int links = 2;
    var simulation = new Simulation(parkingLot(links, alpha).build(), Recorder.NONE);
    simulation.advance(10 * MS);
    List<Sender> senders = senders(simulation);
    long[] before = senders.stream().mapToLong(Sender::ackedBytes).toArray();
    simulation.advance(30 * MS);
    double[] rates = new double[senders.size()];
    for (int flow = 0; flow < rates.length; flow++) {
      rates[flow] = senders.get(flow).ackedBytes() - before[flow];
    }
    double onALink = rates[0] + rates[1];
    // Maximizing the sum of x^(1-alpha) / (1-alpha): the local flow gets n^(1/alpha) times as much as the one over n links.
    double share = 1 / (1 + StrictMath.pow(links, 1 / alpha));
    assertThat(rates[0] / onALink).as("share of the long flow").isCloseTo(share, within(0.1 * share));
    assertThat(rates[1]).isCloseTo(rates[2], within(0.1 * rates[1]));
    assertThat(onALink * 8 / 0.020).as("use of the link").isGreaterThan(0.8 * 100 * G);
  }
}
