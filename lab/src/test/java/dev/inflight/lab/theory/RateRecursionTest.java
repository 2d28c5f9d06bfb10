package dev.inflight.lab.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The lemma of HPCC A.2, part by part, on random networks: the parts that hold, and the cases in which part (iii) does not. */
class RateRecursionTest {
  private static final int NETWORKS = 500;
  private static final double EXACT = 1e-9;
  private static final int LONG = 20_000;

  private static RateRecursion begin(RandomLinks random) {
    return new RateRecursion(random.links(), random.start());
  }

  @Test
  void partOneAllRatesAreFeasibleAfterOneStep() {
    var random = new SplittableRandom(20);
    int overloaded = 0;
    for (int network = 0; network < NETWORKS; network++) {
      RandomLinks one = RandomLinks.of(random);
      overloaded += one.links().isFeasible(one.start(), EXACT) ? 0 : 1;
      RateRecursion recursion = begin(one);
      for (int step = 0; step < 20; step++) {
        recursion.next();
        assertThat(one.links().isFeasible(recursion.rates(), EXACT)).isTrue();
      }
    }
    assertThat(overloaded).as("networks that were not feasible before").isGreaterThan(NETWORKS / 2);
  }

  @Test
  void partTwoNoRateShrinksAfterTheFirstStep() {
    var random = new SplittableRandom(21);
    int shrank = 0;
    for (int network = 0; network < NETWORKS; network++) {
      RandomLinks one = RandomLinks.of(random);
      RateRecursion recursion = begin(one);
      recursion.next();
      shrank += recursion.rate(0) < one.start()[0] ? 1 : 0;
      for (int step = 0; step < 20; step++) {
        double[] before = recursion.rates();
        recursion.next();
        for (int path = 0; path < before.length; path++) {
          assertThat(recursion.rate(path)).isGreaterThanOrEqualTo(before[path] * (1 - EXACT));
        }
      }
    }
    assertThat(shrank).as("paths that shrank in the first step").isGreaterThan(NETWORKS / 4);
  }

  /** Remaining part of (iii): the limit is Pareto optimal, and the link that was used most is exactly full after one step. */
  @Test
  void inTheLimitRatesAreParetoOptimal() {
    var random = new SplittableRandom(22);
    for (int network = 0; network < NETWORKS; network++) {
      RandomLinks one = RandomLinks.of(random);
      double[] atFirst = one.links().utilization(one.start());
      RateRecursion recursion = begin(one);
      recursion.next();
      double[] afterOne = recursion.utilization();
      int most = 0;
      for (int link = 0; link < atFirst.length; link++) {
        most = atFirst[link] > atFirst[most] ? link : most;
      }
      assertThat(afterOne[most]).as("the most used link").isCloseTo(1, within(EXACT));
      assertThat(recursion.settleOptimally(1e-6, LONG)).as("network %d", network).isTrue();
    }
  }

  /** "Hence after at most I steps R(n) is constant and is then Pareto optimal": false for a good part of all networks. */
  @Test
  void partThreeIsFalseAsPrinted() {
    var random = new SplittableRandom(23);
    int notConstant = 0;
    int farFromOptimal = 0;
    for (int network = 0; network < NETWORKS; network++) {
      RandomLinks one = RandomLinks.of(random);
      RateRecursion recursion = begin(one);
      for (int step = 0; step < one.links().links(); step++) {
        recursion.next();
      }
      farFromOptimal += recursion.isParetoOptimal(0.01) ? 0 : 1;
      notConstant += recursion.next() > EXACT ? 1 : 0;
    }
    assertThat(notConstant).as("networks whose rates still change after I steps").isGreaterThan(NETWORKS / 2); // 382 of 500
    assertThat(farFromOptimal).as("networks in which a path still lacks more than 1 %").isGreaterThan(NETWORKS / 3); // 256 of 500
  }

  /** Links of capacity 2 and 1, path 0 on the first one, path 1 on both, R(0) = (1, 2): R_0(n) = 2^n / (2^n + 1), and I is 2. */
  @Test
  void smallestCounterExampleConvergesWithoutEnd() {
    var links = new SharedLinks(new double[] {2, 1}, new int[][] {{0}, {0, 1}});
    var recursion = new RateRecursion(links, new double[] {1, 2});
    for (int n = 1; n <= 40; n++) {
      recursion.next();
      double power = 1L << n;
      assertThat(recursion.rate(0)).as("R_0(%d)", n).isCloseTo(power / (power + 1), within(1e-15));
      assertThat(recursion.rate(1)).isEqualTo(1);
      if (n == links.links()) {
        assertThat(recursion.rate(0)).as("after I steps").isCloseTo(0.8, within(1e-15));
        assertThat(recursion.isParetoOptimal(0.05)).isFalse();
      }
    }
    assertThat(recursion.isParetoOptimal(1e-9)).as("in the limit, which is (1, 1)").isTrue();
  }

  /**
   * No number of steps that depends on I alone is enough. Path 1 has all of link 1, and of link 0 the share c / C; what path 0 lacks shrinks by that
   * factor in each step, as {@code x C / (c + x)} has the derivative {@code c / C} at its fixed point.
   */
  @ParameterizedTest
  @ValueSource(doubles = {0.5, 0.9, 0.99, 0.999})
  void whatSettledPathsLeaveIsTakenGeometrically(double settledShare) {
    var links = new SharedLinks(new double[] {1 / settledShare, 1}, new int[][] {{0}, {0, 1}});
    double left = 1 / settledShare - 1;
    var recursion = new RateRecursion(links, new double[] {0.1 * left, 5});
    recursion.settle(1e-4 * (1 - settledShare), LONG);
    double lacks = left - recursion.rate(0);
    recursion.next();
    assertThat((left - recursion.rate(0)) / lacks).isCloseTo(settledShare, within(0.01));
    assertThat(recursion.roundTrips()).as("more than I").isGreaterThan((int) (1 / (1 - settledShare)));
  }

  /** Cases in which the proof holds: no settled path uses an unsettled link. Then one step is enough. */
  @Test
  void whereEachPathHasOneLinkOneStepIsEnough() {
    var random = new SplittableRandom(24);
    for (int network = 0; network < NETWORKS; network++) {
      RateRecursion recursion = begin(RandomLinks.of(random, true));
      recursion.next();
      assertThat(recursion.isParetoOptimal(EXACT)).isTrue();
      assertThat(recursion.next()).as("change").isLessThan(EXACT);
    }
  }

  /** HPCC A.3: at equilibrium {@code R = a / (1 - U_target / U)} with U of the path's most used link, so U falls where rates grow. */
  @ParameterizedTest
  @ValueSource(doubles = {0.01, 0.3, 3})
  void withAStepTheEquilibriumIsThatOfA3(double step) {
    var random = new SplittableRandom(25);
    for (int network = 0; network < 100; network++) {
      RandomLinks one = RandomLinks.of(random);
      double[] steps = new double[one.links().paths()];
      Arrays.fill(steps, step);
      var recursion = new RateRecursion(one.links(), one.start(), steps);
      assertThat(recursion.settle(1e-13, 1_000_000)).as("network %d settles", network).isTrue();
      double[] used = recursion.utilization();
      for (int path = 0; path < one.links().paths(); path++) {
        double most = used[one.links().mostUsed(path, used)];
        assertThat(most).as("U_i = U_target / (1 - a / R_i)").isCloseTo(1 / (1 - step / recursion.rate(path)), within(1e-6));
        assertThat(most).isGreaterThan(1);
      }
    }
  }

  /** One link, N paths: U = U_target + N a / C, and all rates are equal. */
  @Test
  void onOneLinkTheStepsAddUp() {
    var links = new SharedLinks(new double[] {95}, new int[][] {{0}, {0}, {0}, {0}});
    var recursion = new RateRecursion(links, new double[] {90, 1, 2, 3}, new double[] {0.5, 0.5, 0.5, 0.5});
    assertThat(recursion.settle(1e-14, LONG)).isTrue();
    assertThat(recursion.utilization()[0] * 0.95).isCloseTo(0.95 + 4 * 0.5 / 100, within(1e-9));
    assertThat(recursion.rate(0)).isCloseTo(97.0 / 4, within(1e-6));
    assertThat(recursion.rate(3)).isCloseTo(97.0 / 4, within(1e-6));
  }

  @Test
  void rejectsInvalidNetworks() {
    assertThatThrownBy(() -> new SharedLinks(new double[] {1, 0}, new int[][] {{0}}))
        .hasMessage("capacity 0.0 of link 1 is not above 0");
    assertThatThrownBy(() -> new SharedLinks(new double[] {1}, new int[][] {{}})).hasMessage("path 0 uses no link");
    assertThatThrownBy(() -> new SharedLinks(new double[] {1}, new int[][] {{0}, {1}}))
        .hasMessage("link 1 of path 1 does not exist: links are 0 to 0");
    assertThatThrownBy(() -> new SharedLinks(new double[] {1}, new int[][] {{0, 0}})).hasMessage("path 0 uses a link twice");
    var links = new SharedLinks(new double[] {1}, new int[][] {{0}});
    assertThatThrownBy(() -> new RateRecursion(links, new double[] {0}))
        .hasMessage("path 0: rate 0.0 or limit Infinity is not above 0, or step 0.0 below 0");
    assertThatThrownBy(() -> new RateRecursion(links, new double[] {1, 1}))
        .hasMessage("2 rates, 2 steps and 1 limits for 1 paths");
  }
}
