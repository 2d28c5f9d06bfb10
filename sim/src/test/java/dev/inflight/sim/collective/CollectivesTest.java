package dev.inflight.sim.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.sim.graph.CollectiveKind;
import dev.inflight.sim.graph.OperationGraph;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Common properties of all algorithms: the ranks whose data each rank has in the end, the bytes of each rank, and independence of the order
 * of events.
 */
class CollectivesTest {
  private static final long SIZE = RankShape.SIZE;

  static Stream<Arguments> all() {
    var shapes = new ArrayList<RankShape>();
    Stream.of(2, 3, 4, 7, 8, 16, 21).map(RankShape::alone).forEach(shapes::add);
    shapes.addAll(List.of(RankShape.even(8, 1, 5, 0), RankShape.even(5, 1, 0, 30_000), RankShape.even(1, 4, 0, 0),
        RankShape.even(2, 2, 0, 0), RankShape.even(3, 2, 0, 0), RankShape.even(2, 8, 0, 50_000), RankShape.even(3, 4, 3, 0),
        RankShape.even(4, 4, 0, 1000), RankShape.even(5, 3, 7, 10_000), new RankShape(List.of(4, 2, 1), 0, 0),
        new RankShape(List.of(1, 3), 2, 9000)));
    return Collectives.ALL.stream()
        .flatMap(algorithm -> Arrays.stream(CollectiveKind.values()).filter(algorithm::does).flatMap(kind -> shapes.stream()
            .filter(shape -> shape.isPossible(algorithm)).map(shape -> Arguments.of(kind, algorithm.name(), shape))));
  }

  /**
   * Ranks whose data each operation can have by the messages of one channel: from receives and computations. A send after another one adds
   * none.
   */
  private static BitSet[] known(OperationGraph graph, int channel) {
    int[] left = graph.requirements().values();
    var known = new BitSet[graph.operations()];
    Arrays.setAll(known, _ -> new BitSet());
    var free = new ArrayDeque<Integer>();
    for (int operation = 0; operation < left.length; operation++) {
      left[operation] += graph.kind(operation) == OperationGraph.Kind.RECEIVE ? 1 : 0;
      if (left[operation] == 0) {
        free.add(operation);
      }
    }
    while (!free.isEmpty()) {
      int operation = free.poll();
      boolean isSend = graph.kind(operation) == OperationGraph.Kind.SEND;
      if (graph.kind(operation) == OperationGraph.Kind.COMPUTE && graph.durationPs(operation) == 1) {
        known[operation].set(graph.rank(operation));
      }
      for (int number = 0; number < graph.dependents(operation); number++) {
        pass(graph.dependent(operation, number), isSend ? new BitSet() : known[operation], known, left, free);
      }
      if (isSend) {
        pass(graph.partner(operation), graph.channel(operation) == channel ? known[operation] : new BitSet(), known, left, free);
      }
    }
    assertThat(left).containsOnly(0);
    return known;
  }

  private static void pass(int to, BitSet what, BitSet[] known, int[] left, ArrayDeque<Integer> free) {
    known[to].or(what);
    if (--left[to] == 0) {
      free.add(to);
    }
  }

  private static int[] channels(OperationGraph graph) {
    return IntStream.range(0, graph.operations()).filter(operation -> graph.kind(operation) == OperationGraph.Kind.SEND)
        .map(graph::channel).distinct().sorted().toArray();
  }

  /** Each channel alone brings its part of the buffer to all ranks that need it, from all that have a part of it. */
  @ParameterizedTest
  @MethodSource("all")
  void eachRankEndsWithAllThatItNeeds(CollectiveKind kind, String algorithm, RankShape shape) {
    int ranks = shape.ranks();
    for (int root : new int[] {0, ranks - 1}) {
      OperationGraph graph = RankShape.graph(kind, algorithm, shape, root);
      int[] channels = channels(graph);
      assertThat(channels).isEqualTo(IntStream.range(0, channels.length).toArray());
      for (int channel : channels) {
        BitSet[] known = known(graph, channel);
        for (int operation = 0; operation < graph.operations(); operation++) {
          if (graph.kind(operation) == OperationGraph.Kind.COMPUTE && graph.durationPs(operation) == 2) {
            int rank = graph.rank(operation) - 2;
            assertThat(known[operation].stream().map(of -> of - 2).toArray()).as("channel %d, rank %d", channel, rank)
                .contains(needed(kind, rank, root, ranks));
          }
        }
      }
    }
  }

  private static int[] needed(CollectiveKind kind, int rank, int root, int ranks) {
    return switch (kind) {
      case ALL_REDUCE, ALL_GATHER, REDUCE_SCATTER, ALL_TO_ALL -> IntStream.range(0, ranks).toArray();
      case BROADCAST, SCATTER -> new int[] {rank, root};
      case REDUCE, GATHER -> rank == root ? IntStream.range(0, ranks).toArray() : new int[] {rank};
      case SEND_RECV -> new int[] {rank, (rank + ranks - 1) % ranks};
    };
  }

  /** If the switch of a server sums: the buffer and a part of the sum into it, and the data around the rail of that part. */
  private static long throughSwitches(RankShape shape) {
    double servers = shape.sizes().size();
    double ofServer = shape.ranks() / servers;
    return Math.round(SIZE * (1 + 1 / ofServer + 2 * (servers - 1) / servers / ofServer));
  }

  /**
   * In algorithms that keep all links busy, each rank sends what bus bandwidth counts; in trees, and if one rank sends for others, all
   * together do.
   */
  @ParameterizedTest
  @MethodSource("all")
  void bytesOfRanksFollowTheBusBandwidthFactor(CollectiveKind kind, String algorithm, RankShape shape) {
    int ranks = shape.ranks();
    OperationGraph graph = RankShape.graph(kind, algorithm, shape, 0);
    long[] sent = new long[ranks + 2];
    long[] received = new long[ranks + 2];
    long messages = 0;
    for (int operation = 0; operation < graph.operations(); operation++) {
      int rank = graph.rank(operation);
      if (graph.kind(operation) == OperationGraph.Kind.SEND) {
        sent[rank] += graph.sizeBytes(operation);
        messages++;
        assertThat(graph.collective(operation)).isZero();
      } else if (graph.kind(operation) == OperationGraph.Kind.RECEIVE) {
        received[rank] += graph.sizeBytes(operation);
      }
    }
    long share = algorithm.equals("nvls") ? throughSwitches(shape) : Math.round(SIZE * kind.busFactor(ranks));
    assertThat(sent[0] + sent[1]).isZero();
    assertThat((double) messages).isGreaterThanOrEqualTo(Collectives.leastKept(kind, algorithm, shape.plan(), SIZE));
    long all = Arrays.stream(sent).sum();
    assertThat(all).isEqualTo(Arrays.stream(received).sum());
    if (kind.hasRoot()) {
      long ofAll = kind == CollectiveKind.GATHER || kind == CollectiveKind.SCATTER ? share : (ranks - 1) * SIZE;
      assertThat(all).isBetween(ofAll - messages, ofAll + messages);
      assertThat(kind == CollectiveKind.SCATTER || kind == CollectiveKind.BROADCAST ? received[2] : sent[2]).isZero();
    } else if (algorithm.endsWith("tree")) {
      assertThat(all).isEqualTo(2 * (ranks - 1) * SIZE);
    } else if (algorithm.equals("pairwise-pxn")) {
      assertThat(all).isBetween(ranks * share - messages, 2 * ranks * share + messages);
    } else {
      long rounding = 4 * messages / ranks + 4;
      assertThat(Arrays.stream(sent, 2, ranks + 2).boxed().toList())
          .allSatisfy(bytes -> assertThat(bytes).isCloseTo(share, within(rounding)));
    }
  }

  /** Impossible collectives are refused in a sentence with an alternative. */
  @Test
  void refusesImpossibleCollectives() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RankShape.graph(CollectiveKind.ALL_REDUCE, "hierarchical", new RankShape(List.of(4, 4, 2), 0, 0), 0))
        .withMessage("algorithm 'hierarchical' needs the same number of ranks in each server, found 4 in the first and 2 in"
            + " another; set ranks and first to fill servers, or use algorithm=ring");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RankShape.graph(CollectiveKind.ALL_REDUCE, "double-tree", RankShape.even(2, 2, 33, 0), 0))
        .withMessage("'double-tree' has two trees in each channel, and there are at most 64 trees; write channels=32 or fewer");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RankShape.graph(CollectiveKind.ALL_GATHER, "double-tree", RankShape.even(2, 2, 0, 0), 0)).withMessage(
            "algorithm 'double-tree' does not support all-gather; use ring, pairwise, halving-doubling, hierarchical, direct");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RankShape.graph(CollectiveKind.ALL_REDUCE, "halving-doubling", RankShape.alone(6), 0))
        .withMessage("'halving-doubling' needs a power of two of ranks, not 6");
  }

  /** Each kind has an algorithm if none is chosen, for any number of ranks. */
  @Test
  void eachKindHasAUsualAlgorithm() {
    assertThat(Arrays.stream(CollectiveKind.values()).map(kind -> Collectives.usual(kind).name()).toList())
        .isEqualTo(List.of("ring", "ring", "ring", "pairwise", "ring", "ring", "direct", "pairwise", "direct"));
  }

  /** The number of a rank's simultaneous sends is bounded, whichever end first. */
  @Test
  void allToAllIsBounded() {
    OperationGraph graph = RankShape.graph(CollectiveKind.ALL_TO_ALL, "pairwise", RankShape.alone(40), 0);
    var random = new Random(3);
    int[] left = graph.requirements().values();
    int[] underWay = new int[42];
    var running = new ArrayList<Integer>();
    for (int operation = 0; operation < left.length; operation++) {
      if (left[operation] == 0) {
        running.add(operation);
      }
    }
    int most = 0;
    while (!running.isEmpty()) {
      int operation = running.remove(random.nextInt(running.size()));
      if (graph.kind(operation) == OperationGraph.Kind.SEND) {
        underWay[graph.rank(operation)]--;
      }
      for (int number = 0; number < graph.dependents(operation); number++) {
        int after = graph.dependent(operation, number);
        if (--left[after] == 0) {
          running.add(after);
          if (graph.kind(after) == OperationGraph.Kind.SEND) {
            most = Math.max(most, ++underWay[graph.rank(after)]);
          }
        }
      }
    }
    assertThat(most).isEqualTo(Pairwise.AT_ONCE);
  }
}
