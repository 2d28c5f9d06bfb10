package dev.inflight.lab.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SuggestionTest {
  @Test
  void namesOnlyNearOnesOrTheNearestFew() {
    assertThat(Suggestion.near("RATE_BUOND", List.of("RATE_AI", "RATE_BOUND"), 4)).contains("RATE_BOUND");
    assertThat(Suggestion.near("RANDOM_PARAM_FILE", List.of("FLOW_FROM_FILE"), 4)).isEmpty();
    List<String> known = List.of("seed", "until", "scheme", "buffer", "scope", "flows", "trim", "pfc", "paths");
    assertThat(Suggestion.shortHint("sceme", known)).isEqualTo("; did you mean 'scheme'?");
    assertThat(Suggestion.shortHint("leaf9", known)).as("no name is near").isEqualTo("; 9 names are known");
    List<String> figures = List.of("fig01", "fig10", "fig11", "fig12", "fig13", "load-sweep", "table1", "star", "fat-tree");
    assertThat(Suggestion.shortHint("fig15", figures)).as("several are as near")
        .isEqualTo("; did you mean 'fig10', 'fig11' or 'fig12'?");
    assertThat(Suggestion.shortHint("xyz", List.of("seed", "buffer"))).isEqualTo("; known: seed, buffer");
    assertThat(Suggestion.shortHint("x".repeat(101), known)).isEqualTo("; 9 names are known");
  }

  @Test
  void namesKeysThatOtherProgramsCallDifferently() {
    List<String> known = List.of("seed", "connections", "scheme", "buffer", "scope", "flows", "payload", "pfc", "ecn", "paths");
    assertThat(Suggestion.shortHint("congestion", known)).isEqualTo("; did you mean 'scheme'?");
    assertThat(Suggestion.shortHint("mtu", known)).isEqualTo("; did you mean 'payload'?");
    assertThat(Suggestion.to("CC", known)).contains("scheme");
    assertThat(Suggestion.to("mtu", List.of("seed", "buffer"))).isEmpty();
  }

  @Test
  void countsEdits() {
    assertThat(Suggestion.edits("kitten", "sitting")).isEqualTo(3);
    assertThat(Suggestion.edits("stra", "star")).isEqualTo(1);
    assertThat(Suggestion.edits("HPCC", "hpcc")).isZero();
    assertThat(Suggestion.edits("", "abc")).isEqualTo(3);
  }

  @Test
  void suggestsOnlySimilarNames() {
    assertThat(Suggestion.to("buffr", List.of("seed", "buffer"))).contains("buffer");
    assertThat(Suggestion.to("dwrr", List.of("round-robin", "strict-dwrr"))).contains("strict-dwrr");
    assertThat(Suggestion.to("xyz", List.of("seed", "buffer"))).isEmpty();
    assertThat(Suggestion.to("re", List.of("seed", "retransmitTimeout"))).contains("retransmitTimeout");
    assertThat(Suggestion.to("", List.of("a"))).isEmpty();
    assertThat(Suggestion.hint("buffr", List.of("seed", "buffer"))).isEqualTo("; did you mean 'buffer'? known: seed, buffer");
    assertThat(Suggestion.hint("xyz", List.of("seed", "buffer"))).isEqualTo("; known: seed, buffer");
    assertThat(Suggestion.hint("xyz", List.of())).isEqualTo("; there are none");
  }

  @Test
  void parameterShowsWhichTopologyIsMeant() {
    List<String> known = List.of("star", "fat-tree", "k-ary");
    assertThat(Suggestion.hint("fattree", List.of("k"), known))
        .isEqualTo("; did you mean 'k-ary'? a fat tree of switches with k ports is k-ary(k=4)");
    assertThat(Suggestion.hint("fattree", List.of("pods"), known))
        .isEqualTo("; did you mean 'fat-tree'? known: star, fat-tree, k-ary");
    assertThat(Suggestion.hint("stra", List.of("k"), known)).startsWith("; did you mean 'star'?");
  }
}
