package dev.inflight.sim.workload.size;

import dev.inflight.sim.random.Randoms;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

class SizeDistributionTest {
  static final List<SizeDistribution> ALL = SizeDistributions.ALL;

  @ParameterizedTest
  @CsvSource({"websearch, 1711000", "fb-hadoop, 120400", "ali-storage, 40900"})
  void builtInsHaveThePublishedMeans(String name, double meanBytes) {
    assertThat(SizeDistributions.of(name).meanBytes()).isCloseTo(meanBytes, withinPercentage(1));
  }

  /** Bound of Dvoretzky, Kiefer and Wolfowitz: a million samples stray more than 0.3 % from the truth once in 3e7 seeds. */
  @ParameterizedTest
  @FieldSource("ALL")
  void samplesFollowTheTable(SizeDistribution distribution) {
    long[] sizes = samples(distribution, 1_000_000);
    for (SizeDistribution.Point point : distribution.points()) {
      long atMost = Arrays.stream(sizes).filter(size -> size <= point.bytes()).count();
      assertThat(atMost / 1e4).as("%% at most %d bytes", point.bytes()).isCloseTo(point.percent(), within(0.3));
    }
  }

  /** Halfway between two points lies half of the share between them. */
  @Test
  void sizesAreUniformBetweenPoints() {
    long[] sizes = samples(SizeDistribution.of("two", "1000 0, 2000 80, 10000 100"), 1_000_000);
    assertThat(Arrays.stream(sizes).filter(size -> size <= 1500).count() / 1e4).isCloseTo(40, within(0.3));
    assertThat(Arrays.stream(sizes).filter(size -> size <= 6000).count() / 1e4).isCloseTo(90, within(0.3));
  }

  @Test
  void noFlowIsEmptyAndTheMeanCountsWholeBytes() {
    SizeDistribution tiny = SizeDistribution.of("tiny", "0 0, 3 100");
    assertThat(Arrays.stream(samples(tiny, 1000)).distinct().sorted()).containsExactly(1L, 2L, 3L);
    assertThat(tiny.meanBytes()).isEqualTo(2);
  }

  @Test
  void oneSizeOnly() {
    SizeDistribution constant = SizeDistribution.of("constant", "999 0, 1000 100");
    assertThat(Arrays.stream(samples(constant, 1000)).distinct()).containsExactly(1000L);
    assertThat(constant.meanBytes()).isEqualTo(1000);
  }

  @Test
  void aFlatStretchHoldsNoSizes() {
    long[] sizes = samples(SizeDistribution.of("gap", "0 0, 10 50, 1000 50, 1010 100"), 100_000);
    assertThat(Arrays.stream(sizes).filter(size -> size > 10 && size <= 1000)).isEmpty();
    assertThat(Arrays.stream(sizes).filter(size -> size > 1000).count()).isBetween(49_000L, 51_000L); // 6 sigma
  }

  @Test
  void textMayComeFromAFile() {
    assertThat(SizeDistributions.of("0 0\r\n100\t40\n\n 2000 100 \n").points()).containsExactly(new SizeDistribution.Point(0, 0),
        new SizeDistribution.Point(100, 40), new SizeDistribution.Point(2000, 100));
    assertThat(SizeDistributions.of("0 0; 100 40; 2000 100")).isEqualTo(SizeDistributions.of("0 0, 100 40, 2000 100"));
  }

  @Test
  void refusesInvalidDistributions() {
    refused("0 0", "size distribution x has fewer than two points");
    refused("0 1, 10 100", "size distribution x starts at 1.0 %, not at 0 %");
    refused("0 0, 10 1", "size distribution x ends at 1.0 %, not at 100 %");
    refused("0 0, 10 50, 10 100", "size distribution x: size 10 does not exceed the one before, 10");
    refused("0 0, 10 50, 20 40, 30 100", "size distribution x: the percentage falls from 50.0 to 40.0 at size 20");
    refused("0 0, 10 101", "percentage 101.0 is outside 0 to 100");
    refused("0 0, 10 NaN", "percentage NaN is outside 0 to 100");
    refused("-1 0, 10 100", "size -1 bytes is below 0");
    refused("0 0, ten 100", "size distribution x: \"ten 100\" is not a size in bytes and a cumulative percentage");
    refused("0 0, 10 50 100", "size distribution x: \"10 50 100\" is not a size in bytes and a cumulative percentage");
  }

  @Test
  void interpolatesTheMedian() {
    var distribution = SizeDistribution.of("x", "0 0, 100 40, 300 60, 1000 100");
    assertThat(distribution.size(0.5)).isEqualTo(200);
    assertThat(distribution.size(0.6)).isEqualTo(300);
    assertThat(distribution.size(1)).isEqualTo(1000);
  }

  @Test
  void unknownNameListsThoseThereAre() {
    refused(() -> SizeDistributions.of("hadoop"), "unknown size distribution \"hadoop\"; known: websearch, fb-hadoop,"
        + " ali-storage, or give points such as \"0 0, 1000 60, 50000 100\"");
  }

  private static void refused(String points, String sentence) {
    refused(() -> SizeDistribution.of("x", points), sentence);
  }

  private static void refused(ThrowingCallable distribution, String sentence) {
    assertThatIllegalArgumentException().isThrownBy(distribution).withMessage(sentence);
  }

  private static long[] samples(SizeDistribution distribution, int count) {
    RandomGenerator random = Randoms.stream(1, distribution.name(), 0);
    long[] sizes = new long[count];
    Arrays.setAll(sizes, i -> distribution.sample(random));
    return sizes;
  }
}
