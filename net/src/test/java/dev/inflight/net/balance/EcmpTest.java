package dev.inflight.net.balance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.inflight.net.balance.Ecmp.Fields;
import dev.inflight.net.link.Flow;
import dev.inflight.net.route.PortChoice;
import dev.inflight.net.route.SeededEcmp;
import java.util.HashSet;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EcmpTest {
  private static final int[] PORTS = {20, 21, 22, 23};
  private static final int SWITCH = 9;

  private static Flow flow(int id) {
    return new Flow(id, 0, 5, 10_000 + id, 4791, 3, 1_000_000, 0);
  }

  private static PortChoice by(Fields fields) {
    return new Ecmp(fields, true, 0).choice(new SeededEcmp(1));
  }

  /** Number of ports, of four, that the packets of some flows take. */
  private static int taken(PortChoice choice, IntFunction<Flow> flows) {
    Set<Integer> seen = new HashSet<>();
    IntStream.range(0, 64).forEach(number -> seen.add(choice.choose(PORTS, flows.apply(number), true, 0, SWITCH, false)));
    return seen.size();
  }

  @Test
  void theDefaultIsTheHashOfTheFabric() {
    var hash = new SeededEcmp(5);
    assertThat(Ecmp.DEFAULT.choice(hash)).isSameAs(hash);
  }

  @Test
  void hashedPortsDistinguishFlowsOfTwoHosts() {
    IntFunction<Flow> byPort = number -> new Flow(1, 0, 5, 10_000 + number, 100, 3, 1000, 0);
    assertThat(taken(by(Fields.FIVE_TUPLE), byPort)).isEqualTo(4);
    assertThat(taken(by(Fields.QUEUE_PAIR), byPort)).isEqualTo(1);
    assertThat(taken(by(Fields.ADDRESSES), byPort)).isEqualTo(1);
    assertThat(taken(by(Fields.DESTINATION), byPort)).isEqualTo(1);
  }

  @Test
  void queuePairsDistinguishFlowsOfOnePort() {
    IntFunction<Flow> byPair = number -> new Flow(number, 0, 5, 10_000, 100, 3, 1000, 0);
    assertThat(taken(by(Fields.QUEUE_PAIR), byPair)).isEqualTo(4);
    assertThat(taken(by(Fields.FIVE_TUPLE), byPair)).isEqualTo(1);
  }

  @Test
  void sourcesDistinguishFlowsUnlessOnlyTheDestinationIsHashed() {
    IntFunction<Flow> bySource = number -> new Flow(1, number, 100, 10_000, 100, 3, 1000, 0);
    assertThat(taken(by(Fields.ADDRESSES), bySource)).isEqualTo(4);
    assertThat(taken(by(Fields.DESTINATION), bySource)).isEqualTo(1);
    assertThat(taken(by(Fields.DESTINATION), number -> new Flow(1, 0, number + 1, 10_000, 100, 3, 1000, 0))).isEqualTo(4);
  }

  @Test
  void answersGoByTheAddressesThatTheyHave() {
    PortChoice choice = by(Fields.DESTINATION);
    var there = new Flow(1, 3, 7, 10_000, 100, 3, 1000, 0);
    var back = new Flow(2, 7, 3, 10_000, 100, 3, 1000, 0);
    for (int node = 0; node < 20; node++) {
      assertThat(choice.choose(PORTS, there, false, 0, node, false)).isEqualTo(choice.choose(PORTS, back, true, 0, node, false));
    }
  }

  @Test
  void switchesThatHashAlikeRepeatEachOthersChoice() {
    PortChoice alike = new Ecmp(Fields.FIVE_TUPLE, false, 0).choice(new SeededEcmp(1));
    int differing = 0;
    for (int id = 0; id < 100; id++) {
      Flow flow = flow(id);
      assertThat(alike.choose(PORTS, flow, true, 0, 8, false)).isEqualTo(alike.choose(PORTS, flow, true, 0, 12, false));
      PortChoice own = by(Fields.FIVE_TUPLE);
      differing += own.choose(PORTS, flow, true, 0, 8, false) == own.choose(PORTS, flow, true, 0, 12, false) ? 0 : 1;
    }
    assertThat(differing).isGreaterThan(50);
  }

  @Test
  void hostsChooseTheirNicByAllFields() {
    for (Fields fields : Fields.values()) {
      PortChoice choice = by(fields);
      for (int id = 0; id < 20; id++) {
        Flow flow = flow(id);
        assertThat(choice.choose(PORTS, flow, true, 0, 0, true))
            .isEqualTo(new SeededEcmp(1).choose(PORTS, flow, true, 0, 0, true));
      }
    }
  }

  @Test
  void aSeedIsItsOwn() {
    PortChoice seeded = new Ecmp(Fields.FIVE_TUPLE, true, 9).choice(new SeededEcmp(1));
    for (int id = 0; id < 20; id++) {
      Flow flow = flow(id);
      assertThat(seeded.choose(PORTS, flow, true, 0, 8, false))
          .isEqualTo(new SeededEcmp(9).choose(PORTS, flow, true, 0, 8, false));
    }
    assertThatIllegalArgumentException().isThrownBy(() -> new Ecmp(Fields.FIVE_TUPLE, true, -1))
        .withMessage("seed -1 is below 0");
  }
}
