package dev.inflight.net.feedback;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Flows that count among the arriving ones. */
class FlowCountTest {
  private static final long T = 1000;

  private final FlowCount count = new FlowCount();

  @Test
  void aFlowCountsFromItsFirstPacketUntilItIsOver() {
    var one = new FlowCount.Entry(T);
    var other = new FlowCount.Entry(T);
    assertThat(count.arrived(one, 0, 0)).isEqualTo(1);
    assertThat(count.arrived(one, 10, 0)).as("once").isEqualTo(1);
    assertThat(count.arrived(other, 20, 0)).isEqualTo(2);
    one.over();
    assertThat(count.arrived(other, 30, 0)).isEqualTo(1);
    assertThat(count.arrived(one, 40, 0)).as("what comes late does not count").isEqualTo(1);
  }

  @Test
  void aFlowThatIsSilentForThreeRoundTripsDoesNotCount() {
    var silent = new FlowCount.Entry(T);
    var other = new FlowCount.Entry(T);
    count.arrived(silent, 0, 0);
    assertThat(count.arrived(other, 3 * T, 0)).isEqualTo(2);
    assertThat(count.arrived(other, 3 * T + 1, 0)).isEqualTo(1);
    assertThat(count.arrived(silent, 9 * T, 0)).as("until it comes again, and now the other was silent").isEqualTo(1);
  }

  @Test
  void queuedPacketsKeepAFlowActive() {
    var queued = new FlowCount.Entry(T);
    var other = new FlowCount.Entry(T);
    count.arrived(queued, 0, 0);
    assertThat(count.arrived(other, 9 * T, 2 * T)).isEqualTo(2);
    assertThat(count.arrived(other, 9 * T + 1, 2 * T)).isEqualTo(1);
  }

  @Test
  void aSilentFlowCountsAsLongAsTheFlowBeforeIt() {
    var slow = new FlowCount.Entry(4 * T);
    var silent = new FlowCount.Entry(T);
    var other = new FlowCount.Entry(T);
    count.arrived(slow, 0, 0);
    count.arrived(silent, 1, 0);
    assertThat(count.arrived(other, 12 * T, 0)).as("counts until the slow one is silent").isEqualTo(3);
    assertThat(count.arrived(other, 12 * T + 1, 0)).isEqualTo(1);
  }

  @Test
  void aFlowCountsAtOneNicOnly() {
    var elsewhere = new FlowCount();
    var flow = new FlowCount.Entry(T);
    var other = new FlowCount.Entry(T);
    count.arrived(flow, 0, 0);
    assertThat(elsewhere.arrived(flow, 1, 0)).isEqualTo(1);
    assertThat(count.arrived(other, 2, 0)).isEqualTo(1);
  }

  @Test
  void manyFlowsAreCountedAsThoseWithAPacketOfTheLastThreeRoundTrips() {
    var random = new SplittableRandom(5);
    List<FlowCount.Entry> flows = new ArrayList<>();
    long[] last = new long[50];
    boolean[] over = new boolean[50];
    for (int flow = 0; flow < last.length; flow++) {
      flows.add(new FlowCount.Entry(T));
      last[flow] = Long.MIN_VALUE;
    }
    long now = 0;
    for (int packet = 0; packet < 100_000; packet++) {
      now += random.nextLong(500);
      int flow = random.nextInt(random.nextInt(1, 51));
      last[flow] = over[flow] ? last[flow] : now;
      int counted = count.arrived(flows.get(flow), now, 0);
      int expected = 0;
      for (int each = 0; each < last.length; each++) {
        expected += !over[each] && last[each] != Long.MIN_VALUE && now - last[each] <= 3 * T ? 1 : 0;
      }
      assertThat(counted).isEqualTo(expected);
      if (random.nextInt(5000) == 0) {
        over[flow] = true;
        flows.get(flow).over();
      }
    }
  }
}
