package dev.inflight.sim.collective;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.sim.graph.Collective;
import dev.inflight.sim.graph.CollectiveKind;
import dev.inflight.sim.graph.GraphBuilder;
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

/** What holds for every algorithm: who has heard of whom in the end, how much each rank sends, and that no order of events matters. */
class CollectivesTest {
  private static final long SIZE = 1_000_000;

  static Stream<Arguments> all() {
    return Collectives.ALL.stream()
        .flatMap(algorithm -> Arrays.stream(CollectiveKind.values()).filter(algorithm::does)
            .flatMap(kind -> Stream.of(2, 3, 4, 7, 8, 16, 21)
                .filter(ranks -> !algorithm.name().equals("halving-doubling") || Integer.bitCount(ranks) == 1)
                .map(ranks -> Arguments.of(kind, algorithm.name(), ranks))));
  }

  private static OperationGraph graph(CollectiveKind kind, String algorithm, int ranks, int root) {
    var graph = new GraphBuilder(ranks + 2);
    int[] of = IntStream.range(0, ranks).map(member -> member + 2).toArray(); // ranks 0 and 1 take no part
    int[] before = new int[ranks];
    for (int member = 0; member < ranks; member++) {
      before[member] = graph.compute(of[member], 0, 1);
    }
    int[] after = Collectives.add(graph, new Collective("it", kind, algorithm, ranks, SIZE), of, root, before);
    for (int member = 0; member < ranks; member++) {
      graph.requires(graph.compute(of[member], 0, 2), after[member]);
    }
    return graph.build(operation -> "op " + operation);
  }

  /** Which ranks' beginnings each operation comes after: what it can know of. */
  private static BitSet[] heard(OperationGraph graph) {
    int[] left = graph.requirements();
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
      if (graph.kind(operation) == OperationGraph.Kind.COMPUTE && graph.durationPs(operation) == 1) {
        known[operation].set(graph.rank(operation));
      }
      for (int number = 0; number < graph.dependents(operation); number++) {
        tell(graph.dependent(operation, number), operation, known, left, free);
      }
      if (graph.kind(operation) == OperationGraph.Kind.SEND) {
        tell(graph.partner(operation), operation, known, left, free);
      }
    }
    assertThat(left).containsOnly(0);
    return known;
  }

  private static void tell(int to, int from, BitSet[] known, int[] left, ArrayDeque<Integer> free) {
    known[to].or(known[from]);
    if (--left[to] == 0) {
      free.add(to);
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void whoNeedsWhatHasHeardOfIt(CollectiveKind kind, String algorithm, int ranks) {
    for (int root : new int[] {0, ranks - 1}) {
      OperationGraph graph = graph(kind, algorithm, ranks, root);
      BitSet[] heard = heard(graph);
      for (int operation = 0; operation < graph.operations(); operation++) {
        if (graph.kind(operation) != OperationGraph.Kind.COMPUTE || graph.durationPs(operation) != 2) {
          continue;
        }
        if (kind == CollectiveKind.BROADCAST) {
          assertThat(heard[operation].get(root + 2)).isTrue();
        } else {
          assertThat(heard[operation].cardinality()).isEqualTo(ranks);
        }
      }
    }
  }

  /** Of those that keep all links busy, each rank sends what bus bandwidth counts; a tree's root sends twice as much. */
  @ParameterizedTest
  @MethodSource("all")
  void eachRankSendsWhatBusBandwidthCounts(CollectiveKind kind, String algorithm, int ranks) {
    OperationGraph graph = graph(kind, algorithm, ranks, 0);
    long[] sent = new long[ranks + 2];
    long[] received = new long[ranks + 2];
    for (int operation = 0; operation < graph.operations(); operation++) {
      int rank = graph.rank(operation);
      if (graph.kind(operation) == OperationGraph.Kind.SEND) {
        sent[rank] += graph.sizeBytes(operation);
        assertThat(graph.collective(operation)).isZero();
      } else if (graph.kind(operation) == OperationGraph.Kind.RECEIVE) {
        received[rank] += graph.sizeBytes(operation);
      }
    }
    long share = Math.round(SIZE * kind.busFactor(ranks));
    long rounding = 4L * ranks;
    assertThat(sent[0] + sent[1]).isZero();
    assertThat(Arrays.stream(sent).sum()).isEqualTo(Arrays.stream(received).sum());
    if (kind == CollectiveKind.BROADCAST) {
      assertThat(Arrays.stream(sent).sum()).isBetween((ranks - 1) * (SIZE - rounding), (ranks - 1) * (SIZE + rounding));
    } else if (algorithm.equals("tree")) {
      assertThat(Arrays.stream(sent).sum()).isEqualTo(2 * (ranks - 1) * SIZE);
    } else {
      assertThat(Arrays.stream(sent, 2, ranks + 2).boxed().toList())
          .allSatisfy(bytes -> assertThat(bytes).isBetween(share - rounding, share + rounding));
    }
  }

  /** Each kind has an algorithm that does it where nobody says which, for any number of ranks. */
  @Test
  void eachKindHasAUsualAlgorithm() {
    assertThat(Arrays.stream(CollectiveKind.values()).map(kind -> Collectives.usual(kind).name()).toList())
        .isEqualTo(List.of("ring", "ring", "ring", "pairwise", "ring"));
  }

  /** Only so many sends of a rank are under way at once, whichever end first. */
  @Test
  void allToAllIsBounded() {
    OperationGraph graph = graph(CollectiveKind.ALL_TO_ALL, "pairwise", 40, 0);
    var random = new Random(3);
    int[] left = graph.requirements();
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
