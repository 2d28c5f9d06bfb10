package dev.inflight.lab.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.data.Percentage.withPercentage;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Equation 7 of HPCC A.3: its equilibrium, and that it is alpha-fair. */
class AlphaFairRecursionTest {
  private static final double STEP = 1e-3;

  private static AlphaFairRecursion begin(SharedLinks links, double alpha, double step, double start) {
    double[] starts = new double[links.paths()];
    double[] steps = new double[links.paths()];
    Arrays.fill(starts, start);
    Arrays.fill(steps, step);
    return new AlphaFairRecursion(links, alpha, starts, steps);
  }

  /** Links of capacity 1, a path over all of them, and one over each. */
  private static SharedLinks parkingLot(int links) {
    double[] capacity = new double[links];
    Arrays.fill(capacity, 1);
    int[][] paths = new int[links + 1][];
    paths[0] = IntStream.range(0, links).toArray();
    for (int link = 0; link < links; link++) {
      paths[link + 1] = new int[] {link};
    }
    return new SharedLinks(capacity, paths);
  }

  @ParameterizedTest
  @CsvSource({"2, 1", "3, 1", "10, 1", "2, 2", "3, 2", "10, 2", "2, Infinity", "10, Infinity", "3, 0.5"})
  void parkingLotIsAlphaFair(int links, double alpha) {
    var recursion = begin(parkingLot(links), alpha, STEP, 0.3);
    assertThat(recursion.settle(1e-12, 100_000)).isTrue();
    double share = 1 / (1 + StrictMath.pow(links, 1 / alpha)); // where the long path's marginal utility is that of all others together
    assertThat(recursion.rate(0)).isCloseTo(share, withPercentage(2));
    assertThat(recursion.rate(1)).isCloseTo(1 - share, withPercentage(2));
    assertThat(recursion.utilization()[0]).as("U_target / (1 - a / R_i), for the short path").isCloseTo(
        1 / (1 - STEP / recursion.rate(1)), within(1e-9));
  }

  /** On any network: {@code R_i = a / (1 - U_target / U_i)} on links above the target, and the rates are equation 7's. */
  @ParameterizedTest
  @ValueSource(doubles = {0.5, 1, 2, 8})
  void theEquilibriumIsThatOfA3(double alpha) {
    var random = new SplittableRandom(31);
    int above = 0;
    for (int network = 0; network < 60; network++) {
      RandomLinks one = RandomLinks.of(random);
      var recursion = begin(one.links(), alpha, 0.05, 10);
      if (!recursion.settle(1e-12, 200_000)) {
        continue; // a link that stays below its target has no equilibrium
      }
      double[] used = recursion.utilization();
      for (int path = 0; path < one.links().paths(); path++) {
        double sum = 0;
        for (int hop = 0; hop < one.links().length(path); hop++) {
          double utilization = used[one.links().link(path, hop)];
          if (utilization > 1.001) {
            above++;
            assertThat(recursion.register(path, hop)).isCloseTo(0.05 / (1 - 1 / utilization), withPercentage(1));
          }
          sum += StrictMath.pow(recursion.register(path, hop), -alpha);
        }
        assertThat(recursion.rate(path)).isCloseTo(StrictMath.pow(sum, -1 / alpha), withPercentage(1e-6));
      }
    }
    assertThat(above).as("registers of links above the target").isGreaterThan(300);
  }

  /** As alpha grows the rates approach those of one register, which are max-min fair when the step is small. */
  @Test
  void largeAlphaIsOneRegister() {
    var links = new SharedLinks(new double[] {1, 2}, new int[][] {{0, 1}, {0}, {1}, {1}});
    var one = new RateRecursion(links, new double[] {1, 1, 1, 1}, new double[] {STEP, STEP, STEP, STEP});
    assertThat(one.settle(1e-13, 100_000)).isTrue();
    var many = begin(links, 200, STEP, 1);
    many.settle(1e-13, 100_000);
    double[] maxMin = {0.5, 0.5, 0.75, 0.75};
    for (int path = 0; path < maxMin.length; path++) {
      assertThat(one.rate(path)).isCloseTo(maxMin[path], withPercentage(1));
      assertThat(many.rate(path)).isCloseTo(one.rate(path), withPercentage(1));
    }
  }

  @Test
  void rejectsMeaninglessArguments() {
    assertThatThrownBy(() -> begin(parkingLot(1), 0, 1, 1)).hasMessage("alpha 0.0 is not above 0");
    assertThatThrownBy(() -> begin(parkingLot(1), 1, 0, 1)).hasMessage("path 0: start 1.0 or step 0.0 is not above 0");
    assertThatThrownBy(() -> new AlphaFairRecursion(parkingLot(1), 1, new double[1], new double[2]))
        .hasMessage("1 rates and 2 steps for 2 paths");
    assertThat(AlphaFairRecursion.combined(new double[] {3, 2}, Double.POSITIVE_INFINITY)).isEqualTo(2);
    assertThat(AlphaFairRecursion.combined(new double[] {2, 2}, 1)).isCloseTo(1, within(1e-15));
  }
}
