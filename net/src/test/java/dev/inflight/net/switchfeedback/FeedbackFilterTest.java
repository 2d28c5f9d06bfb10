package dev.inflight.net.switchfeedback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Flows that a filter reports as answered. */
class FeedbackFilterTest {
  private static final long TIMER_PS = 4_000_000;

  private static DirectFeedback rule(int bits, int hashes) {
    return new DirectFeedback(1000, TIMER_PS, bits, hashes);
  }

  @Test
  void aFlowIsNewOnceInEachTimer() {
    var filter = new FeedbackFilter(DirectFeedback.DEFAULT);
    assertThat(filter.add(7, 3 * TIMER_PS + 5)).isTrue();
    assertThat(filter.add(7, 3 * TIMER_PS + 5)).isFalse();
    assertThat(filter.add(7, 4 * TIMER_PS - 1)).isFalse();
    assertThat(filter.add(8, 4 * TIMER_PS - 1)).isTrue();
    assertThat(filter.add(7, 4 * TIMER_PS)).isTrue();
    assertThat(filter.add(7, 5 * TIMER_PS - 1)).isFalse();
    assertThat(filter.add(7, 50 * TIMER_PS)).isTrue();
  }

  /** New flows that are reported as answered after this many answers: at most half as many more as in theory, in 200 periods. */
  @ParameterizedTest
  @CsvSource({"4096, 4, 100", "4096, 4, 400", "4096, 4, 1500", "1024, 2, 64", "1024, 7, 100", "64, 1, 10", "65536, 8, 6000"})
  void falsePositivesAreThoseOfTheory(int bits, int hashes, int flows) {
    DirectFeedback rule = rule(bits, hashes);
    var filter = new FeedbackFilter(rule);
    var random = new SplittableRandom(bits + hashes);
    int wrong = 0;
    int asked = 0;
    double expected = 0;
    for (int period = 1; period <= 200; period++) {
      int answered = 0;
      for (int flow = 0; flow < flows; flow++) {
        expected += FeedbackFilter.falsePositives(rule, answered);
        boolean isNew = filter.add(random.nextLong(), period * TIMER_PS);
        wrong += isNew ? 0 : 1;
        answered += isNew ? 1 : 0;
        asked++;
      }
    }
    assertThat((double) wrong / asked).isBetween(0.5 * expected / asked - 1e-4, 1.5 * expected / asked + 1e-4);
  }

  /** Flows that one period skips are not those that the next skips: both at once is as rare as by chance. */
  @Test
  void skippedFlowsDifferBetweenPeriods() {
    DirectFeedback rule = rule(256, 2);
    int flows = 120;
    int once = 0;
    int twice = 0;
    for (int seed = 0; seed < 400; seed++) {
      var filter = new FeedbackFilter(rule);
      var random = new SplittableRandom(seed);
      long[] keys = random.longs(flows).toArray();
      var passedOver = new boolean[flows];
      for (int period = 1; period <= 2; period++) {
        for (int flow = 0; flow < flows; flow++) {
          boolean wrong = !filter.add(keys[flow], period * TIMER_PS);
          twice += period == 2 && wrong && passedOver[flow] ? 1 : 0;
          once += period == 1 && wrong ? 1 : 0;
          passedOver[flow] = wrong;
        }
      }
    }
    double rate = (double) once / (400 * flows);
    assertThat(rate).isBetween(0.1, 0.4);
    assertThat((double) twice / once).as("of those passed over").isLessThan(2 * rate);
  }

  @Test
  void memory() {
    assertThat(FeedbackFilter.bytes(DirectFeedback.DEFAULT)).isEqualTo(512);
  }

  @Test
  void ranges() {
    assertThatThrownBy(() -> rule(1000, 4)).hasMessageContaining("use 512 or twice that");
    assertThatThrownBy(() -> rule(32, 4)).hasMessageContaining("filterBits");
    assertThatThrownBy(() -> rule(4096, 0)).hasMessageContaining("filterHashes");
    assertThatThrownBy(() -> new DirectFeedback(0, TIMER_PS, 4096, 4)).hasMessageContaining("above");
    assertThatThrownBy(() -> new DirectFeedback(1, 0, 4096, 4)).hasMessageContaining("timer");
  }
}
