package dev.inflight.net.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.link.Flow;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReferenceFlowOrderTest {
  private static final int[] BUCKETS = {13, 29, 59, 127, 257, 541, 1109};

  /** A second reading: one list, in which a flow is looked for from the front. */
  private static final class PlainMap {
    private List<Flow> entries = new ArrayList<>();
    private int growth;

    void add(Flow flow) {
      if (entries.size() + 1 > BUCKETS[growth]) {
        growth++;
        List<Flow> before = entries;
        entries = new ArrayList<>();
        before.forEach(this::insert);
      }
      insert(flow);
    }

    private void insert(Flow flow) {
      for (int at = 0; at < entries.size(); at++) {
        if (bucket(entries.get(at)) == bucket(flow)) {
          entries.add(at, flow);
          return;
        }
      }
      entries.addFirst(flow);
    }

    private long bucket(Flow flow) {
      return ((long) MurmurEcmp.address(flow.destination()) << 32 | flow.sourcePort() << 16 | flow.priority()) % BUCKETS[growth];
    }
  }

  private static Flow flow(int number, SplittableRandom random) {
    return new Flow(number, 0, random.nextInt(1, 6), random.nextInt(10_000, 12_000), 4791, 3, 1000, 0);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void theOrderIsThatOfALookFromTheFront(long seed) {
    var random = new SplittableRandom(seed);
    var map = new ReferenceFlowOrder();
    var plain = new PlainMap();
    for (int step = 0; step < 3000; step++) {
      if (plain.entries.isEmpty() || random.nextInt(100) < (step < 1500 ? 65 : 45)) {
        Flow flow = flow(step, random);
        map.add(flow);
        plain.add(flow);
      } else {
        Flow flow = plain.entries.get(random.nextInt(plain.entries.size()));
        map.remove(flow);
        plain.entries.remove(flow);
      }
      if (step % 20 == 0) {
        assertThat(map.inOrder()).isEqualTo(plain.entries);
      }
    }
    assertThat(plain.growth).as("times that it has grown").isGreaterThan(3);
  }

  /** The authors' largest table has 85229 buckets; more flows than that share them. */
  @Test
  void aHostMayHaveMoreFlowsThanTheLargestTableHasBuckets() {
    var map = new ReferenceFlowOrder();
    var flows = new ArrayList<Flow>();
    for (int number = 0; number < 85_240; number++) {
      var flow = new Flow(number, 0, 1 + number / 60_000, number % 60_000, 4791, 3, 1000, 0);
      flows.add(flow);
      map.add(flow);
    }
    assertThat(map.inOrder()).hasSize(flows.size());
    assertThat(new HashSet<>(map.inOrder())).isEqualTo(new HashSet<>(flows));
  }

  @Test
  void removingAnAbsentFlowHasNoEffect() {
    var map = new ReferenceFlowOrder();
    var random = new SplittableRandom(1);
    Flow there = flow(1, random);
    map.add(there);
    map.remove(flow(2, random));
    assertThat(map.inOrder()).containsExactly(there);
    map.remove(there);
    map.remove(there);
    assertThat(map.inOrder()).isEmpty();
  }
}
