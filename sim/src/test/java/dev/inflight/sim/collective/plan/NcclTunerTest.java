package dev.inflight.sim.collective.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.sim.collective.Collectives;
import dev.inflight.sim.graph.CollectiveKind;
import org.junit.jupiter.api.Test;

/** Trees for small all-reduces over many servers, rings for large ones: as NCCL's tables have it. */
class NcclTunerTest {
  /** H100: 3.6 Tb/s NVLink, eight NICs of 400 Gb/s. */
  private static final NcclTuner H100 = new NcclTuner(3_600_000_000_000L, 3_200_000_000_000L);

  private static String usual(CollectiveKind kind, int servers, int size, long sizeBytes) {
    var groups = ServerGroups.of(servers * size, member -> member / size, member -> member % size);
    return Collectives.usual(kind, new ChannelPlan(groups, 0, 0, 0, CollectiveProtocol.NONE, false), sizeBytes, H100);
  }

  @Test
  void sizeDecides() {
    assertThat(usual(CollectiveKind.ALL_REDUCE, 8, 8, 1000)).isEqualTo("double-tree");
    assertThat(usual(CollectiveKind.ALL_REDUCE, 8, 8, 1 << 20)).isEqualTo("double-tree");
    assertThat(usual(CollectiveKind.ALL_REDUCE, 8, 8, 1L << 33)).isEqualTo("ring");
    assertThat(usual(CollectiveKind.ALL_REDUCE, 1, 8, 1000)).isEqualTo("ring");
  }

  /** A ring's latency grows with the ranks, so trees are faster up to larger sizes. */
  @Test
  void crossoverGrowsWithServers() {
    long before = 0;
    for (int servers = 2; servers <= 128; servers *= 4) {
      long size = 1000;
      while (H100.prefersTrees(servers * 8, servers, size)) {
        size += size / 8;
      }
      assertThat(size).isGreaterThan(before);
      before = size;
    }
  }

  /** By hand: trees take 25.2 us and 20.7 us for the bytes with LL, the ring 42.6 us and 9.6 us. With two levels for three servers trees would lose. */
  @Test
  void levelsOfATreeAreRoundedDown() {
    var tuner = new NcclTuner(1_600_000_000_000L, 3_200_000_000_000L);
    assertThat(tuner.prefersTrees(24, 3, 500_000)).isTrue();
    assertThat(tuner.prefersTrees(32, 4, 500_000)).as("two levels, and a ring of 32").isTrue();
    assertThat(tuner.prefersTrees(24, 3, 500_000_000)).isFalse();
  }

  @Test
  void othersDoNotDependOnSize() {
    assertThat(usual(CollectiveKind.ALL_TO_ALL, 2, 8, 1000)).isEqualTo("pairwise-pxn");
    assertThat(usual(CollectiveKind.ALL_TO_ALL, 1, 8, 1000)).isEqualTo("pairwise");
    assertThat(usual(CollectiveKind.ALL_TO_ALL, 8, 1, 1000)).isEqualTo("pairwise");
    assertThat(usual(CollectiveKind.ALL_REDUCE, 8, 1, 1000)).isEqualTo("ring");
    assertThat(usual(CollectiveKind.REDUCE, 8, 8, 1000)).isEqualTo("ring");
    assertThat(usual(CollectiveKind.GATHER, 8, 8, 1000)).isEqualTo("direct");
  }
}
