package dev.inflight.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.read.InputText;
import dev.inflight.lab.store.ResolvedScenario;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ScenarioDifferenceTest {
  private static Map<String, String> keys(String... lines) {
    return ResolvedScenario.of(new InputText(Path.of("scenario.yaml"), List.of(lines))).keys();
  }

  @Test
  void keysDifferByTheirParameters() {
    Map<String, String> first = keys("name: 'a'", "scheme: 'dcqcn(kmin=1KB, g=0.1)'", "flows:", "  - 'incast(senders=2)'",
        "buffer: 32MiB", "seed: 1");
    Map<String, String> other = keys("name: 'b'", "scheme: 'hpcc(eta=0.9)'", "flows:", "  - 'incast(senders=3)'", "buffer: 32MiB",
        "seed: 2", "lossRate: 0.1");
    assertThat(ScenarioDifference.between(first, other)).containsExactly("scheme: dcqcn(kmin=1KB, g=0.1) -> hpcc(eta=0.9)",
        "flows: incast, senders 2 -> 3", "lossRate: nothing -> 0.1");
  }

  @Test
  void keysAndValuesDifferOneByOneAndAnEmptyListHasNoEntry() {
    Map<String, String> first = keys("scheme: 'hpcc(eta=0.9)'", "acks: {every: 1, delay: 5us}", "ecn: []");
    Map<String, String> other = keys("scheme: 'hpcc(eta=0.9)'", "acks: {every: 4, delay: 5us}", "ecn:",
        "  - {rate: 25Gbps, kmin: 1KB}");
    assertThat(ScenarioDifference.between(first, other)).containsExactly("acks: every 1 -> 4",
        "ecn: nothing -> {rate: 25Gbps, kmin: 1KB}");
  }

  @Test
  void valuesOfALineStayWhole() {
    assertThat(ScenarioDifference.between(keys("names: 'one of fifty characters, which is about half a line'"),
        keys("names: 'two of fifty characters, which is about half a line'"))).containsExactly(
            "names: one of fifty characters, which is about half a line -> two of fifty characters, which is about half a line");
  }

  /** Long texts are cut where they are equal. */
  @Test
  void longValuesKeepTheirDifferences() {
    String sizes = "1000 0.1, ".repeat(20);
    assertThat(ScenarioDifference.between(keys("flows:", "  - 'poisson(load=0.3, sizes=\"" + sizes + "5000 1\")'"),
        keys("flows:", "  - 'poisson(load=0.3, sizes=\"" + sizes + "6000 1\")'"))).containsExactly(
            "flows: poisson, sizes ...5000... -> ...6000...");
  }

  /** The entries of a list that differ are named, each by its place, even at the end of a long list. */
  @Test
  void entriesOfListsDifferOneByOne() {
    Map<String, String> first = keys("flows:", "  - 'poisson(load=0.3, sizes=websearch, duration=300us)'",
        "  - 'incast(senders=8)'");
    Map<String, String> other = keys("flows:", "  - 'poisson(load=0.3, sizes=websearch, duration=300us)'",
        "  - 'incast(senders=16)'", "  - 'flow(from=0, to=1)'");
    assertThat(ScenarioDifference.between(first, other)).containsExactly("flows.1: incast, senders 8 -> 16",
        "flows.2: nothing -> flow(from=0, to=1)");
    assertThat(ScenarioDifference.between(first, first)).isEmpty();
  }
}
