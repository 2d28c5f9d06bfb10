package dev.inflight.net.balance.given;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Port;
import dev.inflight.net.route.Cabling;
import dev.inflight.net.route.Routes;
import dev.inflight.net.route.SeededEcmp;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.net.topology.Topology;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StaticTest {
  /** Hosts 0 to 3 at leaf0 (4), 4 to 7 at leaf1: leaves 8 and 9, spines 10, 11 and 12. */
  private static final Topology SHAPE = new LeafSpine(2, 3, 4, 1_000_000_000, 1_000_000_000, 1, 1).build();

  private final Cabling cabling = new Cabling(SHAPE);

  private int spine(String rows, int id, int from, int to, boolean forward) {
    return spine(routes(rows), id, from, to, forward);
  }

  private Routes routes(String rows) {
    return new Routes(cabling, new Port[cabling.ports()], new Static(rows).choice(new SeededEcmp(1)), false);
  }

  private int spine(Routes routes, int id, int from, int to, boolean forward) {
    var flow = new Flow(id, from, to, 10_000 + id, 100, 3, 1000, 0);
    return cabling.neighbor((forward ? routes.forward(flow) : routes.reverse(flow))[1]);
  }

  @Test
  void rowsOfBothEndsGoBeforeThoseOfOneAndOfNone() {
    String rows = "* * 8 10, * 5 8 11, 1 * leaf0 spine2, 1 6 8 11";
    for (int id = 0; id < 20; id++) {
      assertThat(spine(rows, id, 0, 4, true)).isEqualTo(10);
      assertThat(spine(rows, id, 0, 5, true)).isEqualTo(11);
      assertThat(spine(rows, id, 1, 5, true)).isEqualTo(12);
      assertThat(spine(rows, id, 1, 6, true)).isEqualTo(11);
    }
  }

  @Test
  void answersGoByTheRowsOfTheAddressesThatTheyHave() {
    for (int id = 0; id < 20; id++) {
      assertThat(spine("5 * 9 12", id, 0, 5, false)).isEqualTo(12);
    }
  }

  @Test
  void packetsWithoutARowUseTheHash() {
    var hashed = new Routes(cabling, new Port[cabling.ports()], new SeededEcmp(1), false);
    for (int id = 0; id < 20; id++) {
      assertThat(spine("* 5 8 11", id, 0, 4, true)).isEqualTo(spine(hashed, id, 0, 4, true));
    }
  }

  @Test
  void weightsSpreadFlowsAndALostCableLeavesTheOthers() {
    String rows = "* * 8 10 3, * * 8 11 1";
    int first = 0;
    Routes routes = routes(rows);
    for (int id = 0; id < 4000; id++) {
      int spine = spine(routes, id, 0, 4, true);
      assertThat(spine).isLessThan(12);
      first += spine == 10 ? 1 : 0;
    }
    assertThat(first / 4000.0).isCloseTo(0.75, within(0.02));
    cabling.setUp(cabling.firstPort(10), false);
    routes.recompute();
    assertThat(spine(routes, 1, 0, 4, true)).isEqualTo(11);
    cabling.setUp(cabling.firstPort(11), false);
    routes.recompute();
    assertThat(spine(routes, 1, 0, 4, true)).as("by the hash").isEqualTo(12);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {"* 5 8 10|", "0 5 leaf0 spine1 7|",
      "* 5 8|row 1 (* 5 8) has 3 words; a row has source, destination, switch, next switch and optionally a weight",
      "* 5 8 10, 0 5 8 10 0|row 2 (0 5 8 10 0): weight '0' is not a whole number from 1 to 1000000",
      "* 99 8 10|row 1 (* 99 8 10): unknown node '99'", "* 5 leaf7 10|row 1 (* 5 leaf7 10): unknown node 'leaf7'",
      "8 5 8 10|row 1 (8 5 8 10): leaf0 (switch 8) is not a host", "0 5 1 10|row 1 (0 5 1 10): host 1 is not a switch",
      "* 5 8 9|row 1 (* 5 8 9): leaf1 (switch 9) is not a next hop of leaf0 (switch 8) on a shortest path to host 5;"
          + " next hops: spine2 (switch 12), spine1 (switch 11), spine0 (switch 10)",
      "* 1 8 10|row 1 (* 1 8 10): spine0 (switch 10) is not a next hop of leaf0 (switch 8) on a shortest path to host 1;"
          + " next hops: host 1",
      "* * 8 9|row 1 (* * 8 9): leaf1 (switch 9) is not a next hop of leaf0 (switch 8); next hops: spine0 (switch 10),"
          + " spine1 (switch 11), spine2 (switch 12)",
      "* 5 8 10, * 5 8 10 2|row 2 (* 5 8 10 2) repeats the source, destination, switch and next switch of an earlier row"})
  void rowsThatLeadNowhereAreRefused(String rows, String problem) {
    assertThat(new Static(rows).problem(SHAPE)).isEqualTo(problem);
  }

  @Test
  void noRowIsRefused() {
    assertThat(Static.DEFAULT.problem(SHAPE)).startsWith("has no rows; write static(routes=file(routes.csv))");
  }
}
