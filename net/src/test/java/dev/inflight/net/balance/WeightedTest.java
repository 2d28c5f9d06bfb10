package dev.inflight.net.balance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Port;
import dev.inflight.net.route.Cabling;
import dev.inflight.net.route.Routes;
import dev.inflight.net.route.SeededEcmp;
import dev.inflight.net.topology.Topology;
import org.junit.jupiter.api.Test;

class WeightedTest {
  private static final long G = 1_000_000_000;
  private static final int FLOWS = 4000;

  /** Host 0 at switch 2, host 1 at switch 3; between them spines 4, with cables of the first two rates, and 5, of the others. */
  private static Cabling cabling(long... rates) {
    var shape = new Topology.Builder();
    shape.hosts(2);
    shape.switches(4);
    shape.link(0, 2, 10 * G, 1);
    shape.link(1, 3, 10 * G, 1);
    shape.link(2, 4, rates[0], 1);
    shape.link(4, 3, rates[1], 1);
    shape.link(2, 5, rates[2], 1);
    shape.link(5, 3, rates[3], 1);
    return new Cabling(shape.build());
  }

  /** The part of the flows that takes spine 4. */
  private static double part(Weighted.By by, Cabling cabling, boolean forward) {
    var routes = new Routes(cabling, new Port[cabling.ports()], new Weighted(by).choice(new SeededEcmp(1)), false);
    int first = 0;
    for (int id = 0; id < FLOWS; id++) {
      var flow = new Flow(id, 0, 1, 10_000 + id, 100, 3, 1000, 0);
      first += cabling.neighbor((forward ? routes.forward(flow) : routes.reverse(flow))[1]) == 4 ? 1 : 0;
    }
    return (double) first / FLOWS;
  }

  @Test
  void flowsAreSpreadByTheRatesOfTheNextCables() {
    assertThat(part(Weighted.By.CABLE, cabling(30 * G, 10 * G, 10 * G, 10 * G), true)).isCloseTo(0.75, within(0.02));
    assertThat(part(Weighted.By.CABLE, cabling(10 * G, 30 * G, 10 * G, 10 * G), true)).isCloseTo(0.5, within(0.02));
  }

  @Test
  void linksBehindCountUpToTheLastSwitch() {
    assertThat(part(Weighted.By.WAY, cabling(30 * G, 10 * G, 10 * G, 10 * G), true)).isCloseTo(0.5, within(0.02));
    assertThat(part(Weighted.By.WAY, cabling(40 * G, 20 * G, 40 * G, 40 * G), true)).isCloseTo(1 / 3.0, within(0.02));
    assertThat(part(Weighted.By.WAY, cabling(40 * G, 20 * G, 40 * G, 40 * G), false)).isCloseTo(1 / 3.0, within(0.02));
  }

  /** A host with two NICs: its switch chooses between cables to the host itself. */
  @Test
  void severalCablesToTheHostHaveTheirRates() {
    var shape = new Topology.Builder();
    shape.hosts(2);
    shape.switches(1);
    shape.link(0, 2, 10 * G, 1);
    shape.link(1, 2, 30 * G, 1);
    shape.link(1, 2, 10 * G, 1);
    var cabling = new Cabling(shape.build());
    for (Weighted.By by : Weighted.By.values()) {
      var routes = new Routes(cabling, new Port[cabling.ports()], new Weighted(by).choice(new SeededEcmp(1)), false);
      int fast = 0;
      for (int id = 0; id < FLOWS; id++) {
        int last = routes.forward(new Flow(id, 0, 1, 10_000 + id, 100, 3, 1000, 0))[1];
        fast += cabling.link(last).rateBitsPerSec() == 30 * G ? 1 : 0;
      }
      assertThat((double) fast / FLOWS).isCloseTo(0.75, within(0.02));
    }
  }

  @Test
  void rupturesAreNoWeight() {
    Cabling cabling = cabling(40 * G, 40 * G, 40 * G, 40 * G);
    cabling.setUp(cabling.endA(2), false);
    assertThat(part(Weighted.By.WAY, cabling, true)).isZero();
  }
}
