package dev.inflight.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ScenarioLabelsTest {
  private static Map<String, String> scenario(String scheme, String flows, String buffer) {
    var keys = new LinkedHashMap<String, String>();
    keys.put("topology", "'star(hosts=17, rate=100Gbps)'");
    keys.put("flows", flows);
    keys.put("scheme", scheme);
    keys.put("buffer", buffer);
    return keys;
  }

  @SafeVarargs
  private static List<String> labels(Map<String, String>... scenarios) {
    var names = new ArrayList<String>();
    for (int at = 1; at <= scenarios.length; at++) {
      names.add("000" + at);
    }
    return ScenarioLabels.of(List.of(scenarios), names);
  }

  @Test
  void schemesAreNamedByTheirNames() {
    assertThat(labels(scenario("'hpcc(eta=0.95)'", "- 'incast(senders=16)'", "32MiB"),
        scenario("'dcqcn(ai=40Mbps)'", "- 'incast(senders=16)'", "32MiB"))).containsExactly("hpcc", "dcqcn");
  }

  @Test
  void namesParametersWhereTheSameChoiceDiffersInThem() {
    assertThat(labels(scenario("'hpcc(eta=0.9, maxStage=5)'", "- 'incast(senders=16)'", "32MiB"),
        scenario("'hpcc(eta=0.95, maxStage=5)'", "- 'incast(senders=16)'", "32MiB"),
        scenario("'dcqcn(ai=40Mbps)'", "- 'incast(senders=16)'", "32MiB")))
        .containsExactly("hpcc, eta 0.9", "hpcc, eta 0.95", "dcqcn");
  }

  @Test
  void markingThresholdsThatFollowFromTheSchemeAreNotNamed() {
    Map<String, String> hpcc = scenario("'hpcc(eta=0.9)'", "- 'incast(senders=16)'", "32MiB");
    Map<String, String> dcqcn = scenario("'dcqcn(ai=1)'", "- 'incast(senders=16)'", "32MiB");
    hpcc.put("ecn", "[]");
    dcqcn.put("ecn", "- {rate: 100Gbps, kmin: 400KB, kmax: 1600KB, pmax: 0.2}");
    Map<String, String> later = new LinkedHashMap<>(dcqcn);
    later.put("ecn", "- {rate: 100Gbps, kmin: 800KB, kmax: 1600KB, pmax: 0.2}");

    assertThat(labels(hpcc, dcqcn)).containsExactly("hpcc", "dcqcn");
    assertThat(labels(dcqcn, later)).containsExactly("ecn kmin 400KB", "ecn kmin 800KB");
  }

  @Test
  void entriesOfFlowsAndPlainKeysAreNamedByTheirValues() {
    assertThat(labels(scenario("'hpcc(eta=0.9)'", "- 'poisson(load=0.3)' - 'incast(senders=16)'", "32MiB"),
        scenario("'hpcc(eta=0.9)'", "- 'poisson(load=0.5)' - 'incast(senders=16)'", "16MiB")))
        .containsExactly("load 0.3, buffer 32MiB", "load 0.5, buffer 16MiB");
  }

  @Test
  void namesOneParameterInTwoPlacesWithItsKey() {
    assertThat(labels(scenario("'hpcc(rate=1)'", "- 'cbr(rate=5)'", "1KB"), scenario("'hpcc(rate=2)'", "- 'cbr(rate=6)'", "1KB")))
        .containsExactly("scheme rate 1, flows rate 5", "scheme rate 2, flows rate 6");
  }

  @Test
  void labelIsTheRunsNameWithoutADifferenceOrAScenario() {
    Map<String, String> one = scenario("'hpcc(eta=0.9)'", "- 'incast(senders=16)'", "32MiB");

    assertThat(labels(one)).containsExactly("0001");
    assertThat(labels(one, Map.of(), scenario("'dcqcn(ai=1)'", "- 'incast(senders=16)'", "32MiB"))).containsExactly("hpcc",
        "0002", "dcqcn");
  }

  @Test
  void cutLabelsRemainUnique() {
    String flows = "- 'poisson(sizes=\"" + "1000 0.1, ".repeat(30) + "X 1\")'";

    List<String> labels = labels(scenario("'hpcc(eta=0.9)'", flows.replace("X", "5000"), "32MiB"),
        scenario("'hpcc(eta=0.9)'", flows.replace("X", "6000"), "32MiB"));

    assertThat(labels).allSatisfy(label -> assertThat(label).hasSizeLessThan(60)).doesNotHaveDuplicates();
    assertThat(labels.getFirst()).contains("5000");
    assertThat(labels.getLast()).contains("6000");
  }

  /** Of many places those are kept that distinguish the scenarios, even if these are the last ones. */
  @Test
  void manyDifferencesKeepLabelsUnique() {
    var scenarios = new ArrayList<Map<String, String>>();
    for (int at = 0; at < 8; at++) {
      Map<String, String> one = scenario("'hpcc(eta=0.9, maxStage=" + at / 4 + ", wAi=" + at / 4 + "B, maxFlows=" + at / 4 + ")'",
          "- 'poisson(load=0." + (at / 4 + 1) + ", duration=" + (at / 4 + 1) + "00us)'", (at / 2 % 2 + 1) + "MiB");
      one.put("acks", "{every: " + (at % 2 + 1) + ", delay: 5us}");
      scenarios.add(one);
    }
    List<String> labels = ScenarioLabels.of(scenarios, List.of("1", "2", "3", "4", "5", "6", "7", "8"));

    assertThat(labels).doesNotHaveDuplicates().noneMatch(label -> label.contains("(") || label.contains("..."));
    assertThat(labels.getLast()).contains("acks every 2").contains("buffer 2MiB");
  }

  @Test
  void namesValuesBehindKeysOneByOne() {
    Map<String, String> one = scenario("'hpcc(eta=0.9)'", "- 'incast(senders=16)'", "32MiB");
    Map<String, String> other = new LinkedHashMap<>(one);
    one.put("acks", "{every: 1, delay: 5us}");
    other.put("acks", "{every: 4, delay: 5us}");

    assertThat(labels(one, other)).containsExactly("acks every 1", "acks every 4");
  }
}
