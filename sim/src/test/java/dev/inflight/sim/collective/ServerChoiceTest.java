package dev.inflight.sim.collective;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.topology.RailOptimized;
import dev.inflight.sim.graph.CollectiveKind;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Collectives of a trace follow the ranks' servers, the size and the settings. */
class ServerChoiceTest {
  private static final int[] ALL = IntStream.range(0, 64).toArray();
  private static final int[] SERVER = IntStream.range(8, 16).toArray();

  private static CollectiveChoice choice(String algorithm) {
    return ServerChoice.of(RailOptimized.DEFAULT.build(), ALL, algorithm, 4, 1 << 20);
  }

  private static String done(String algorithm, CollectiveKind kind, int[] ranks, long sizeBytes) {
    return choice(algorithm).of(kind, ranks, sizeBytes).algorithm();
  }

  @Test
  void theUsualOneDependsOnServersAndSize() {
    assertThat(done("usual", CollectiveKind.ALL_REDUCE, ALL, 1000)).isEqualTo("double-tree");
    assertThat(done("usual", CollectiveKind.ALL_REDUCE, ALL, 10_000_000_000L)).isEqualTo("ring");
    assertThat(done("usual", CollectiveKind.ALL_REDUCE, SERVER, 1000)).isEqualTo("ring");
    assertThat(done("usual", CollectiveKind.ALL_TO_ALL, ALL, 1000)).isEqualTo("pairwise-pxn");
  }

  @Test
  void anotherOneIsForThoseThatItDoes() {
    assertThat(done("hierarchical", CollectiveKind.ALL_REDUCE, ALL, 1000)).isEqualTo("hierarchical");
    assertThat(done("hierarchical", CollectiveKind.ALL_TO_ALL, SERVER, 1000)).isEqualTo("pairwise");
  }

  @Test
  void ranksOfAGroupHaveTheirOwnServers() {
    CollectiveChoice choice = choice("usual");
    assertThat(choice.of(CollectiveKind.ALL_REDUCE, SERVER, 1000).plan().servers().count()).isOne();
    assertThat(choice.of(CollectiveKind.ALL_REDUCE, new int[] {0, 8, 16, 17}, 1000).plan().servers().count()).isEqualTo(3);
    assertThat(choice.of(CollectiveKind.ALL_REDUCE, ALL, 1000).plan().channels()).isEqualTo(4);
    assertThat(choice.of(CollectiveKind.ALL_REDUCE, ALL, 1000).plan().chunkBytes()).isEqualTo(1 << 20);
  }

  /** Groups at other places of servers that are filled alike have the same way, so that they share its results. */
  @Test
  void groupsInServersAlikeHaveTheSameWay() {
    CollectiveChoice choice = choice("usual");
    assertThat(choice.of(CollectiveKind.ALL_REDUCE, SERVER, 1000))
        .isEqualTo(choice.of(CollectiveKind.ALL_REDUCE, IntStream.range(0, 8).toArray(), 1000))
        .hasSameHashCodeAs(choice.of(CollectiveKind.ALL_REDUCE, IntStream.range(0, 8).toArray(), 1000))
        .isNotEqualTo(choice.of(CollectiveKind.ALL_REDUCE, IntStream.range(4, 12).toArray(), 1000));
  }

  @Test
  void plainRanksShareNoServers() {
    CollectiveChoice.Way way = CollectiveChoice.plain().of(CollectiveKind.ALL_REDUCE, SERVER, 1 << 30);
    assertThat(way.algorithm()).isEqualTo("ring");
    assertThat(way.plan().servers().count()).isEqualTo(SERVER.length);
  }
}
