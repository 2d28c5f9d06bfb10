package dev.inflight.lab.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.lab.store.Database;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Intervals with a stated coverage of 95 % hold the quantile that often, which samples of known distributions show. */
class QuantileIntervalTest {
  private static final Offset<Double> EXACT = Offset.offset(1e-9);
  /** Numbers of values, each with a number of samples: three deviations of the coverage are about half a percent. */
  private static final List<Integer> COUNTS = List.of(5, 6, 8, 10, 13, 20, 30, 50, 72, 100, 200, 367, 368, 500, 1000, 5000);
  private static final long VALUES = 20_000_000;
  private static final int MOST_SAMPLES = 20_000;
  private static final int LEAST_SAMPLES = 4_000;

  /** Distribution of values: the quantile of each share. */
  private enum Shape {
    EXPONENTIAL(share -> 1 - StrictMath.log1p(-share)),
    LOGNORMAL(share -> 1 + StrictMath.exp(NormalDistribution.of(0, 1).inverseCumulativeProbability(share))),
    WIDE_LOGNORMAL(share -> StrictMath.exp(2 * NormalDistribution.of(0, 1).inverseCumulativeProbability(share))),
    PARETO(share -> StrictMath.pow(1 - share, -0.5)), PARETO_WITHOUT_MEAN(share -> StrictMath.pow(1 - share, -1 / 0.9)),
    /** Most flows fast, some slow. */
    TWO_KINDS(share -> share < 0.8 ? 1 + share / 4 : 10 * StrictMath.pow(5 * (1 - share), -0.7)),
    /** A light tail, with which few values cover more. */
    UNIFORM(share -> 1 + share);

    private final DoubleUnaryOperator quantile;

    Shape(DoubleUnaryOperator quantile) {
      this.quantile = quantile;
    }
  }

  @ParameterizedTest
  @EnumSource
  void ninetyFivePercentHoldTheQuantile(Shape shape) {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(43);
    double[] table = IntStream.range(0, 1 << 20).mapToDouble(at -> shape.quantile.applyAsDouble((at + 0.5) / (1 << 20)))
        .toArray();
    for (int count : COUNTS) {
      List<QuantileInterval> intervals = List.of(QuantileInterval.of(0.5, count), QuantileInterval.of(0.95, count),
          QuantileInterval.of(0.99, count));
      double[] shares = {0.5, 0.95, 0.99};
      double[] truths = Arrays.stream(shares).map(shape.quantile).toArray();
      int samples = (int) Math.max(LEAST_SAMPLES, Math.min(MOST_SAMPLES, VALUES / count / 10));
      int[] held = new int[shares.length];
      double[] values = new double[count];
      for (int sample = 0; sample < samples; sample++) {
        for (int at = 0; at < count; at++) {
          values[at] = table[random.nextInt(table.length)];
        }
        Arrays.sort(values);
        for (int at = 0; at < shares.length; at++) {
          QuantileInterval interval = intervals.get(at);
          boolean above = interval.low() == null || interval.low().of(values) <= truths[at];
          boolean below = interval.high() == null || truths[at] <= interval.high().of(values);
          held[at] += above && below ? 1 : 0;
        }
      }
      for (int at = 0; at < shares.length; at++) {
        boolean few = shape == Shape.UNIFORM && intervals.get(at).high() == null;
        assertThat(100.0 * held[at] / samples).as(shape + ": p" + 100 * shares[at] + " of " + count).isBetween(93.0,
            few ? 99.0 : 97.0);
      }
    }
  }

  /** By hand: 0.99^n is the probability that all n values are below a p99. */
  @Test
  void endThatNoValueBoundsIsOpen() {
    assertThat(QuantileInterval.of(0.99, 367).high()).isNull();
    assertThat(QuantileInterval.of(0.99, 368).high()).isNotNull();
    assertThat(QuantileInterval.of(0.95, 71).high()).isNull();
    assertThat(QuantileInterval.of(0.95, 72).high()).isNotNull();
    assertThat(List.of(QuantileInterval.leastCount(0.5), QuantileInterval.leastCount(0.95), QuantileInterval.leastCount(0.99),
        QuantileInterval.leastCount(0.01))).containsExactly(6, 72, 368, 368);
    assertThat(QuantileInterval.of(0.5, 4)).isEqualTo(new QuantileInterval(null, null)); // 1/16 is more than 5 %
    assertThat(QuantileInterval.of(0.5, 5).high()).isNull();
    assertThat(QuantileInterval.of(0.5, 6).high()).isNotNull();
    assertThat(QuantileInterval.of(0.01, 13).low()).isNull();
    assertThat(QuantileInterval.of(0.99, 1)).as("a value is below its p99 in 99 %")
        .isEqualTo(new QuantileInterval(new QuantileInterval.Place(1, 0), null));
    assertThat(QuantileInterval.of(0.99, 13).low().rank()).isEqualTo(12);
  }

  /** An end is at least where ranks alone would put it, and before the next rank. */
  @Test
  void endsAreBetweenTheRanksOfTheBinomialDistribution() {
    for (int count = 1; count < 1500; count += 1 + count / 50) {
      for (double share : new double[] {0.01, 0.25, 0.5, 0.95, 0.99}) {
        QuantileInterval interval = QuantileInterval.of(share, count);
        for (QuantileInterval.Place place : new QuantileInterval.Place[] {interval.low(), interval.high()}) {
          if (place != null) {
            assertThat(place.rank()).isBetween(1L, (long) count);
            assertThat(place.weight()).isBetween(0.0, place.rank() == count ? 0.0 : Math.nextDown(1.0));
          }
        }
        if (interval.low() != null && interval.high() != null) {
          assertThat(interval.low().rank() + interval.low().weight()).isLessThanOrEqualTo(Quantile.rank(share, count));
          assertThat(interval.high().rank() + interval.high().weight()).isGreaterThanOrEqualTo(Quantile.rank(share, count) - 1.0);
        }
      }
    }
    QuantileInterval large = QuantileInterval.of(0.99, 2_000_000);
    assertThat((double) large.low().rank()).isCloseTo(1_980_000 - 1.96 * Math.sqrt(19_800), Offset.offset(2.0));
    assertThat((double) large.high().rank()).isCloseTo(1_980_000 + 1.96 * Math.sqrt(19_800), Offset.offset(2.0));
  }

  @Test
  void rejectsSharesWithoutInterval() {
    for (double share : new double[] {0, 1, -0.1, Double.NaN}) {
      assertThatThrownBy(() -> QuantileInterval.of(share, 5)).isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> QuantileInterval.of(0.5, 0)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void sqlHasTheSameEnds() throws SQLException {
    try (Connection database = Database.open(); Statement statement = database.createStatement()) {
      IntervalTable.create(database, "SELECT unnest([3, 13, 80, 400])", List.of(50, 95, 99));
      for (int count : new int[] {3, 13, 80, 400}) {
        double[] sorted = IntStream.rangeClosed(1, count).mapToDouble(at -> at * at / 7.0).toArray();
        String list = Arrays.stream(sorted).mapToObj(Double::toString).collect(Collectors.joining(", ", "[", "]::DOUBLE[]"));
        try (ResultSet rows = statement.executeQuery("SELECT percent, at_place(" + list + ", low_rank, low_weight), at_place("
            + list + ", high_rank, high_weight) FROM quantile_intervals WHERE n = " + count)) {
          int read = 0;
          while (rows.next()) {
            QuantileInterval interval = QuantileInterval.of(rows.getInt(1) / 100.0, count);
            same(interval.low(), sorted, rows.getObject(2));
            same(interval.high(), sorted, rows.getObject(3));
            read++;
          }
          assertThat(read).isEqualTo(3);
        }
      }
    }
  }

  private static void same(QuantileInterval.Place place, double[] sorted, Object read) {
    if (place == null) {
      assertThat(read).isNull();
    } else {
      assertThat((Double) read).isCloseTo(place.of(sorted), EXACT);
    }
  }
}
