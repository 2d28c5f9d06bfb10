package dev.inflight.lab.graph.chakra;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.topology.RailOptimised;
import dev.inflight.sim.graph.CollectiveKind;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Collectives of a trace are done as its ranks' servers, the size and what is asked for have it. */
class CollectiveChoiceTest {
  private static final int[] ALL = IntStream.range(0, 64).toArray();
  private static final int[] SERVER = IntStream.range(8, 16).toArray();

  private static String done(String algorithm, CollectiveKind kind, int[] ranks, long sizeBytes) {
    var choice = CollectiveChoice.of(RailOptimised.DEFAULT.build(), ALL, algorithm, 4);
    return choice.algorithm(kind, choice.plan(ranks), sizeBytes, ranks);
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
    var choice = CollectiveChoice.of(RailOptimised.DEFAULT.build(), ALL, "usual", 4);
    assertThat(choice.plan(SERVER).servers().count()).isOne();
    assertThat(choice.plan(new int[] {0, 8, 16, 17}).servers().count()).isEqualTo(3);
    assertThat(choice.plan(ALL).channels()).isEqualTo(4);
  }
}
