package dev.inflight.net.switching.stamp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Once in a period for each flow while the table has room, and never less often. */
class StampTimesTest {
  private static final long PERIOD_PS = 10_000;

  @Test
  void theFirstPacketAndThenThoseAfterAPeriod() {
    var times = new StampTimes(PERIOD_PS);
    assertThat(times.isDue(0, 0)).as("a flow of number 0 at time 0").isTrue();
    assertThat(times.isDue(0, PERIOD_PS - 1)).isFalse();
    assertThat(times.isDue(7, PERIOD_PS - 1)).as("another flow").isTrue();
    assertThat(times.isDue(0, PERIOD_PS)).isTrue();
    assertThat(times.isDue(0, 2 * PERIOD_PS - 1)).isFalse();
    assertThat(times.isDue(0, 3 * PERIOD_PS + 5)).isTrue();
    assertThat(times.isDue(0, 4 * PERIOD_PS)).as("from the last one, not in a raster").isFalse();
  }

  @Test
  void aPeriodOfZeroIsEveryPacket() {
    var times = new StampTimes(0);
    assertThat(times.isDue(3, 5)).isTrue();
    assertThat(times.isDue(3, 5)).isTrue();
  }

  /** Up to four flows have places in any set, and so each of them is exact. */
  @Test
  void fourFlowsNeverCollide() {
    var times = new StampTimes(PERIOD_PS, 4);
    var last = new HashMap<Long, Long>();
    var random = new SplittableRandom(1);
    for (long nowPs = 0; nowPs < 300 * PERIOD_PS; nowPs += random.nextInt(1, 3000)) {
      long flow = random.nextInt(4);
      Long before = last.get(flow);
      boolean due = before == null || nowPs - before >= PERIOD_PS;
      assertThat(times.isDue(flow, nowPs)).isEqualTo(due);
      if (due) {
        last.put(flow, nowPs);
      }
    }
  }

  /** The bound of collisions: extra stamps, none left out; and extra ones only for flows that others have replaced. */
  @ParameterizedTest
  @ValueSource(ints = {5, 8, 40, 1000})
  void moreFlowsThanPlacesLeaveNoneOut(int flows) {
    var times = new StampTimes(PERIOD_PS, 4);
    var last = new HashMap<Long, Long>();
    var random = new SplittableRandom(flows);
    int extra = 0;
    for (long nowPs = 0; nowPs < 1000 * PERIOD_PS; nowPs += random.nextInt(1, 3000)) {
      long flow = random.nextInt(flows);
      Long before = last.get(flow);
      boolean stamps = times.isDue(flow, nowPs);
      if (before == null || nowPs - before >= PERIOD_PS) {
        assertThat(stamps).as("flow %s at %s", flow, nowPs).isTrue();
      } else if (stamps) {
        extra++;
        long since = before;
        assertThat(last.values().stream().filter(other -> other >= since).count()).as("others since").isGreaterThan(4);
      }
      if (stamps) {
        last.put(flow, nowPs);
      }
    }
    assertThat(extra).isPositive();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 5, 6, 1000, -4})
  void sizes(int places) {
    assertThatThrownBy(() -> new StampTimes(PERIOD_PS, places)).isInstanceOf(IllegalArgumentException.class)
        .hasMessage("places: " + places + " is no power of two from 4 on");
  }
}
