package dev.inflight.sim.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows in order of their starts, compared with the library's stable sort. */
class StartOrderTest {
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 17, 1000, 4097})
  void isAStableSort(int count) {
    var random = new SplittableRandom(count);
    for (int distinct : new int[] {1, 3, 1000}) {
      long[] startsPs = random.longs(count + 5L, 0, distinct).toArray(); // those behind the count are none
      int[] expected = IntStream.range(0, count).boxed().sorted(Comparator.comparingLong(row -> startsPs[row]))
          .mapToInt(row -> row).toArray();
      assertThat(StartOrder.of(startsPs, count)).isEqualTo(expected);
      assertThat(StartOrder.holds(startsPs, count)).isEqualTo(isRising(expected));
    }
  }

  private static boolean isRising(int[] rows) {
    return IntStream.range(0, rows.length).allMatch(at -> rows[at] == at);
  }

  @Test
  void sortedTableKeepsEachFlow() {
    var flows = new FlowTable();
    flows.add(0, 1, 3, 100, 1000, 500);
    int pair = flows.newQueuePair();
    flows.addOperation(pair, FlowTable.Kind.READ, 2, 3, 4, 200, 2000, 400);
    flows.add(4, 5, 5, 65_535, 3000, 300);
    flows.classify(2, 7, 0);
    FlowTable sorted = flows.unmodifiable().sortedByStart();
    assertThat(IntStream.range(0, 3).map(sorted::source)).containsExactly(4, 2, 0);
    assertThat(IntStream.range(0, 3).map(sorted::destinationPort)).containsExactly(65_535, 200, 100);
    assertThat(IntStream.range(0, 3).map(sorted::priority)).containsExactly(5, 4, 3);
    assertThat(IntStream.range(0, 3).map(sorted::flowClass)).containsExactly(7, 0, 0);
    assertThat(IntStream.range(0, 3).map(sorted::queuePair)).containsExactly(0, pair, 0);
    assertThat(IntStream.range(0, 3).mapToObj(sorted::kind)).containsExactly(FlowTable.Kind.FLOW, FlowTable.Kind.READ,
        FlowTable.Kind.FLOW);
    assertThat(sorted.sortedByStart()).isSameAs(sorted);
  }
}
