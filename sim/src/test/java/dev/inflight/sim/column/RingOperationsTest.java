package dev.inflight.sim.column;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.inflight.sim.graph.GraphBuilder;
import dev.inflight.sim.graph.OperationGraph;
import dev.inflight.sim.graph.OperationGraph.Kind;
import dev.inflight.sim.script.GraphMessages;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Operations of rings by formula equal those that are added one by one. */
class RingOperationsTest {
  private static final int[] RANKS = {2, 0, 3, 1};

  /** The graph of two rings of these ranks, one behind the other, with a computation of each rank before, between and behind. */
  private static OperationGraph graph(boolean byFormula, int steps, int chunks, int slots, long sizeBytes, boolean begins) {
    var graph = new GraphBuilder(4);
    int[] before = new int[4];
    Arrays.fill(before, RingOperations.NONE);
    for (int place = 0; place < 4 && begins; place++) {
      before[place] = graph.compute(RANKS[place], 0, 5);
    }
    graph.message(1, 2, 77);
    for (int ring = 0; ring < 2; ring++) {
      before = ring(graph, byFormula, new RingShape(RANKS, steps, sizeBytes, chunks, slots, ring), before);
      graph.channel(graph.message(3, 0, 99), 3);
    }
    return graph.build(operation -> "operation " + operation);
  }

  private static int[] ring(GraphBuilder graph, boolean byFormula, RingShape shape, int[] before) {
    List<List<Integer>> ends = new ArrayList<>();
    IntStream.range(0, 4).forEach(_ -> ends.add(new ArrayList<>()));
    RingOperations ring = byFormula ? graph.ring(shape, before) : null;
    if (ring == null) {
      oneByOne(graph, shape, before, ends);
    }
    int[] after = new int[4];
    for (int place = 0; place < 4; place++) {
      after[place] = graph.compute(RANKS[place], 0, 0);
      for (int end : ends.get(place)) {
        graph.requires(after[place], end);
      }
    }
    if (ring != null) {
      graph.endRing(ring, after);
    }
    return after;
  }

  private static void oneByOne(GraphBuilder graph, RingShape shape, int[] before, List<List<Integer>> ends) {
    int[][] received = new int[4][shape.chunks()];
    List<List<Integer>> sent = new ArrayList<>();
    for (int place = 0; place < 4; place++) {
      Arrays.fill(received[place], before[place]);
      sent.add(new ArrayList<>());
    }
    for (int step = 0; step < shape.steps(); step++) {
      int[][] next = new int[4][shape.chunks()];
      for (int place = 0; place < 4; place++) {
        int to = (place + 1) % 4;
        long part = RingShape.part(shape.sizeBytes(), 4, Math.floorMod(place - step, 4));
        for (int chunk = 0; chunk < shape.chunks(); chunk++) {
          int send = graph.message(RANKS[place], RANKS[to], RingShape.part(part, shape.chunks(), chunk));
          graph.channel(send, shape.channel());
          require(graph, send, received[place][chunk]);
          require(graph, send + 1, before[to]);
          ends.get(place).add(send);
          int earlier = sent.get(place).size() - shape.slots();
          if (shape.chunks() > 1 && earlier >= 0) {
            graph.requires(send, sent.get(place).get(earlier));
          }
          sent.get(place).add(send);
          next[to][chunk] = send + 1;
        }
      }
      received = next;
    }
    for (int place = 0; place < 4; place++) {
      ends.get(place).addAll(Arrays.stream(received[place]).boxed().toList());
    }
  }

  private static void require(GraphBuilder graph, int after, int before) {
    if (before != RingOperations.NONE) {
      graph.requires(after, before);
    }
  }

  @ParameterizedTest
  @CsvSource({"6, 1, 1, 1000, true", "3, 1, 1, 3, false", "6, 3, 2, 1001, true", "3, 4, 8, 7, true", "6, 5, 3, 4099, false"})
  void ringsByFormulaAreThoseOneByOne(int steps, int chunks, int slots, long sizeBytes, boolean begins) {
    OperationGraph one = graph(false, steps, chunks, slots, sizeBytes, begins);
    OperationGraph other = graph(true, steps, chunks, slots, sizeBytes, begins);
    assertThat(other.operations()).isEqualTo(one.operations());
    assertThat(other.columns()).isEqualTo(one.operations() - 2 * 2 * 4 * steps * chunks);
    assertThat(other.requirements().values()).isEqualTo(one.requirements().values());
    for (int operation = 0; operation < one.operations(); operation++) {
      Kind kind = one.kind(operation);
      assertThat(other.kind(operation)).isEqualTo(kind);
      assertThat(other.rank(operation)).isEqualTo(one.rank(operation));
      assertThat(dependents(other, operation)).isEqualTo(dependents(one, operation));
      if (kind != Kind.COMPUTE) {
        assertThat(other.partner(operation)).isEqualTo(one.partner(operation));
        assertThat(other.sizeBytes(operation)).isEqualTo(one.sizeBytes(operation));
        assertThat(kind == Kind.RECEIVE || other.channel(operation) == one.channel(operation)).isTrue();
      }
    }
    int[] sends = IntStream.range(0, one.operations()).filter(operation -> one.kind(operation) == Kind.SEND).toArray();
    var messages = new GraphMessages(other);
    assertThat(IntStream.range(0, messages.messages()).map(messages::send).toArray()).isEqualTo(sends);
  }

  private static List<Integer> dependents(OperationGraph graph, int operation) {
    return IntStream.range(0, graph.dependents(operation)).map(number -> graph.dependent(operation, number)).boxed().toList();
  }

  @Test
  void operationsOfRingsRequireNothingElse() {
    var graph = new GraphBuilder(4);
    graph.ring(new RingShape(RANKS, 3, 100, 1, 1, 0), new int[] {-1, -1, -1, -1});
    int own = graph.compute(2, 0, 1);
    assertThatIllegalArgumentException().isThrownBy(() -> graph.requires(own, 0)).withMessageContaining("of rings");
  }

  @Test
  void numbersOfAnySizeCountDown() {
    var counts = new Countdown(2);
    counts.countUp(0, 300);
    counts.countUp(1, 1);
    for (int left = 299; left > 0; left--) {
      assertThat(counts.countDown(0)).isFalse();
      assertThat(counts.of(0)).isEqualTo(left);
    }
    assertThat(counts.countDown(0)).isTrue();
    assertThat(counts.countDown(1)).isTrue();
    assertThat(counts.values()).containsExactly(0, 0);
  }
}
