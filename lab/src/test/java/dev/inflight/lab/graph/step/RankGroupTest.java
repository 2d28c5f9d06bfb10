package dev.inflight.lab.graph.step;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.sim.script.Groups;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ranks that do a collective together. */
class RankGroupTest {
  private static List<List<Integer>> groups(RankGroup group, RankGroup.Division division) {
    Groups groups = group.groups(division, 0);
    return IntStream.range(0, groups.count())
        .mapToObj(number -> IntStream.range(0, groups.size()).mapToObj(place -> groups.member(number, place)).toList()).toList();
  }

  @Test
  void ranksAreDividedAsSimAiDividesThem() {
    var division = new RankGroup.Division(16, 2, 4);
    assertThat(groups(RankGroup.TP, division)).hasSize(8).startsWith(List.of(0, 1), List.of(2, 3)).endsWith(List.of(14, 15));
    assertThat(groups(RankGroup.DP, division)).containsExactly(List.of(0, 2, 4, 6, 8, 10, 12, 14),
        List.of(1, 3, 5, 7, 9, 11, 13, 15));
    assertThat(groups(RankGroup.EP, division)).containsExactly(List.of(0, 2, 4, 6), List.of(1, 3, 5, 7), List.of(8, 10, 12, 14),
        List.of(9, 11, 13, 15));
    assertThat(groups(RankGroup.DP_EP, division)).containsExactly(List.of(0, 8), List.of(1, 9), List.of(2, 10), List.of(3, 11),
        List.of(4, 12), List.of(5, 13), List.of(6, 14), List.of(7, 15));
  }

  @ParameterizedTest
  @CsvSource({"1, 1, 1", "8, 1, 1", "8, 8, 1", "8, 2, 4", "24, 2, 3", "24, 3, 8", "30, 5, 2"})
  void everyRankIsInOneGroupOfEachKind(int ranks, int tensor, int expert) {
    var division = new RankGroup.Division(ranks, tensor, expert);
    for (RankGroup group : RankGroup.values()) {
      assertThat(groups(group, division).stream().flatMap(List::stream).sorted()).as(group.name())
          .containsExactlyElementsOf(IntStream.range(0, ranks).boxed().toList());
    }
  }
}
