package dev.inflight.lab.graph.chakra;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Operations by id against a map. */
class NodeIdsTest {
  @ParameterizedTest
  @ValueSource(longs = {100, 5000, 1L << 31, 1L << 40, Long.MAX_VALUE})
  void findsWhatAMapFinds(long below) {
    var random = new Random(below);
    var ids = new NodeIds();
    var map = new HashMap<Long, Integer>();
    for (int operation = 0; operation < 20_000; operation++) {
      long id = random.nextInt(10) == 0 ? random.nextLong() : random.nextLong(below);
      assertThat(ids.add(id, operation)).isEqualTo(map.putIfAbsent(id, operation) == null);
      long asked = random.nextLong(below);
      assertThat(ids.find(asked)).isEqualTo(map.getOrDefault(asked, NodeIds.NONE));
    }
    map.forEach((id, operation) -> assertThat(ids.find(id)).isEqualTo(operation));
  }

  @Test
  void idsThatBecomeSmallKeepTheirPlace() {
    var ids = new NodeIds();
    assertThat(ids.add(100_000, 0)).isTrue();
    for (int id = 0; id < 100_000; id++) {
      assertThat(ids.add(id, id + 1)).isTrue();
    }
    assertThat(ids.add(100_000, 7)).isFalse();
    assertThat(ids.find(100_000)).isZero();
  }
}
