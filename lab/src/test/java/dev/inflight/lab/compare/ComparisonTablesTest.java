package dev.inflight.lab.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ComparisonTablesTest {
  private static Map<String, String> scenario(String name, String rate) {
    return Map.of("name", name, "topology", "'star(hosts=17, rate=" + rate + ")'", "flows", "- 'incast(senders=16)'", "scheme",
        "'hpcc(eta=0.95)'", "seed", "1");
  }

  @Test
  void namesOfAlikeScenariosAreLabels() {
    assertThat(ComparisonTables.names(List.of(scenario("'first'", "100Gbps"), scenario("'second'", "100Gbps"))))
        .containsExactly("A first", "B second");
    assertThat(ComparisonTables.names(List.of(scenario("one", "100Gbps"), scenario("one", "100Gbps")))).containsExactly("A", "B");
    assertThat(ComparisonTables.names(List.of(scenario("one", "100Gbps"), Map.of()))).containsExactly("A", "B");
  }

  @Test
  void namesFollowDifferencesThatScenariosShare() {
    assertThat(ComparisonTables.names(
        List.of(scenario("one", "100Gbps"), scenario("two", "200Gbps"), scenario("three", "200Gbps"))))
        .containsExactly("A rate 100Gbps", "B rate 200Gbps two", "C rate 200Gbps three");
  }
}
