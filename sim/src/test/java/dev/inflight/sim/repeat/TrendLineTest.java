package dev.inflight.sim.repeat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TrendLineTest {
  private static final int RUNS = 400;

  @Test
  void aLineWithoutNoiseHasItsSlopeAndNoError() {
    double[] values = new double[20];
    for (int at = 0; at < values.length; at++) {
      values[at] = 7 + 3.0 * at;
    }
    var line = new TrendLine(values);
    assertThat(line.slope()).isCloseTo(3, within(1e-9));
    assertThat(line.error()).isCloseTo(0, within(1e-9));
    assertThat(line.bend()).isCloseTo(0, within(1e-9));
  }

  @Test
  void aBendIsTheChangeOfTheSlope() {
    double[] values = new double[41];
    for (int at = 0; at < values.length; at++) {
      values[at] = at <= 20 ? at : 20 + 2.0 * (at - 20);
    }
    assertThat(new TrendLine(values).bend()).isCloseTo(1, within(1e-9));
  }

  /** Ends of periods that waver about the line: the slope gets better with the number of periods itself, and not with its root. */
  @Test
  void theErrorCoversValuesThatWaver() {
    assertThat(covered(30, false)).isGreaterThan(0.95);
    assertThat(meanError(80, false)).isLessThan(0.4 * meanError(20, false));
  }

  /** Durations that are independent of each other add up; few of their sums in one line are independent, so that some errors are too small. */
  @Test
  void theErrorCoversDurationsThatAddUp() {
    assertThat(covered(30, true)).isGreaterThan(0.8);
    assertThat(meanError(80, true)).isGreaterThan(0.4 * meanError(20, true));
  }

  private static double covered(int count, boolean addUp) {
    var random = new SplittableRandom(1);
    int covered = 0;
    for (int run = 0; run < RUNS; run++) {
      var line = new TrendLine(values(random, count, addUp));
      covered += Math.abs(line.slope() - 1) <= 2 * line.error() ? 1 : 0;
    }
    return (double) covered / RUNS;
  }

  private static double meanError(int count, boolean addUp) {
    var random = new SplittableRandom(2);
    double sum = 0;
    for (int run = 0; run < RUNS; run++) {
      sum += new TrendLine(values(random, count, addUp)).error();
    }
    return sum / RUNS;
  }

  private static double[] values(SplittableRandom random, int count, boolean addUp) {
    double[] values = new double[count];
    double off = 0;
    for (int at = 0; at < count; at++) {
      double noise = random.nextGaussian() / 4;
      off = addUp ? off + noise : noise;
      values[at] = at + off;
    }
    return values;
  }
}
