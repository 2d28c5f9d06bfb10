package dev.inflight.net.paths;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.net.link.Flow;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Source ports of one flow's packets, and their order. */
class SprayTest {
  private static int[] next(Spray spray, int count) {
    return IntStream.range(0, count).map(at -> spray.next()).toArray();
  }

  private static int[] sorted(int... ports) {
    return Arrays.stream(ports).sorted().toArray();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 7, 64})
  void eachPortOnceInARoundAndRoundsDiffer(int ports) {
    Spray spray = Spray.of(new Sprayed(ports, Sprayed.By.OBLIVIOUS), 1);
    int[] all = IntStream.range(0, ports).toArray();
    int[] first = next(spray, ports);
    assertThat(sorted(first)).containsExactly(all);
    int differ = 0;
    for (int round = 0; round < 20; round++) {
      int[] another = next(spray, ports);
      assertThat(sorted(another)).containsExactly(all);
      differ += Arrays.equals(first, another) ? 0 : 1;
    }
    assertThat(differ).isPositive();
  }

  @ParameterizedTest
  @EnumSource
  void aFlowHasItsOwnOrderAndAlwaysTheSame(Sprayed.By by) {
    var rules = new Sprayed(64, by);
    assertThat(next(Spray.of(rules, 3), 500)).isEqualTo(next(Spray.of(rules, 3), 500))
        .isNotEqualTo(next(Spray.of(rules, 4), 500));
  }

  @ParameterizedTest
  @EnumSource
  void portsBelongToTheFlowForAnyAnswers(Sprayed.By by) {
    Spray spray = Spray.of(new Sprayed(5, by), 1);
    for (int packet = 0; packet < 10_000; packet++) {
      assertThat(spray.next()).isBetween(0, 4);
      spray.answered(packet % Flow.ENTROPIES, packet % 3 == 0);
      spray.trimmed(packet % 7 == 0 ? packet % Flow.ENTROPIES : 0);
    }
  }

  @Test
  void aMarkLeavesAPortOutOnceAndTrimmingFourTimes() {
    Spray spray = Spray.of(new Sprayed(8, Sprayed.By.BITMAP), 1);
    next(spray, 8);
    spray.answered(2, true);
    assertThat(next(spray, 7)).doesNotContain(2);
    assertThat(next(spray, 8)).contains(2);
    Spray trimmed = Spray.of(new Sprayed(8, Sprayed.By.BITMAP), 1);
    next(trimmed, 8);
    trimmed.trimmed(5);
    assertThat(next(trimmed, 4 * 7)).doesNotContain(5);
    assertThat(next(trimmed, 8)).contains(5);
  }

  @Test
  void whenEveryPortIsPenalizedOneIsTakenAllTheSame() {
    Spray spray = Spray.of(new Sprayed(4, Sprayed.By.BITMAP), 1);
    for (int times = 0; times < 10; times++) {
      for (int port = 0; port < 4; port++) {
        spray.trimmed(port);
      }
    }
    assertThat(next(spray, 4 * 15)).hasSize(60);
    assertThat(sorted(next(Spray.of(new Sprayed(4, Sprayed.By.BITMAP), 1), 4))).containsExactly(0, 1, 2, 3);
  }

  @Test
  void goodPortsAreTakenAgainInTheirOrder() {
    Spray spray = Spray.of(new Sprayed(16, Sprayed.By.REPS), 1);
    spray.answered(9, false);
    spray.answered(3, true);
    spray.answered(4, false);
    assertThat(next(spray, 2)).containsExactly(9, 4);
    assertThat(Arrays.stream(next(spray, 1000)).distinct().count()).as("any when none is known").isEqualTo(16);
    IntStream.range(0, 1000).forEach(times -> spray.answered(times % 16, false));
    assertThat(next(spray, 3)).as("only the last eight are remembered").containsExactly(992 % 16, 993 % 16, 994 % 16);
  }

  @Test
  void mixedTakesGoodPortsFirstAndLeavesOutBadOnesOtherwise() {
    Spray spray = Spray.of(new Sprayed(4, Sprayed.By.MIXED), 1);
    spray.answered(3, false);
    spray.answered(2, true);
    spray.answered(1, false);
    assertThat(next(spray, 2)).as("good ports").containsExactly(3, 1);
    assertThat(next(spray, 3)).as("a round without the marked one").doesNotContain(2);
    spray.trimmed(0);
    int[] rounds = next(spray, 12);
    assertThat(Arrays.stream(rounds).filter(port -> port == 0).count()).as("left out four times").isLessThanOrEqualTo(1);
    IntStream.range(0, 1000).forEach(times -> spray.answered(times % 4, false));
    assertThat(next(spray, 256)).as("256 are remembered").startsWith(744 % 4, 745 % 4).endsWith(998 % 4, 999 % 4);
  }

  @Test
  void portsHaveALimit() {
    assertThatThrownBy(() -> new Sprayed(65, Sprayed.By.REPS)).hasMessageContaining("ports");
    assertThatThrownBy(() -> new Sprayed(1, Sprayed.By.REPS)).hasMessageContaining("ports");
    assertThatThrownBy(() -> new ChosenPaths(33, 1, 1, 1)).hasMessageContaining("ports");
    var flow = new Flow(0, 0, 1, 60_000, 7, 3, 1, 0);
    assertThat(IntStream.range(0, Flow.ENTROPIES).map(flow::sourcePort).distinct().count()).isEqualTo(Flow.ENTROPIES);
    assertThat(IntStream.range(0, Flow.ENTROPIES).map(each -> Flow.firstPort(flow.sourcePort(each), each))).containsOnly(60_000);
  }
}
