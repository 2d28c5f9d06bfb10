package dev.inflight.reproduction.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.reproduction.figure.Claim.Bound;
import dev.inflight.reproduction.figure.Claim.Known;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Computations of claims, checked by hand. */
class MeasuresTest {
  private static final Trace TRACE = new Trace(new double[] {1, 2, 3, 4}, new double[] {10, 40, 20, 30});

  @TempDir
  private Path folder;

  @Test
  void partOfATraceHasItsTimesAndValues() {
    assertThat(TRACE.between(1, 3).values()).containsExactly(40, 20);
    assertThat(TRACE.after(3).timesUs()).containsExactly(4);
    assertThat(TRACE.since(2).timesUs()).containsExactly(-1, 0, 1, 2);
  }

  @Test
  void meansOfATraceAreOverSamples() {
    assertThat(TRACE.smoothed(2).values()).containsExactly(10, 25, 30, 25);
    assertThat(TRACE.binned(2).values()).containsExactly(25, 25);
    assertThat(TRACE.binned(2).timesUs()).containsExactly(2, 4);
    assertThat(TRACE.mean()).isEqualTo(25);
  }

  @Test
  void extremesOfATraceAreItsSamples() {
    assertThat(TRACE.largest()).isEqualTo(40);
    assertThat(TRACE.smallest()).isEqualTo(10);
    assertThat(TRACE.peakUs()).isEqualTo(2);
    assertThat(TRACE.firstUs(value -> value > 15)).isEqualTo(2);
    assertThat(TRACE.firstUs(value -> value > 50)).isNaN();
  }

  @Test
  void percentilesAreObservedValues() {
    double[] values = {5, 1, 4, 2, 3};
    assertThat(Statistics.percentile(values, 0.5)).isEqualTo(3);
    assertThat(Statistics.percentile(values, 0.95)).isEqualTo(5);
    assertThat(Statistics.percentile(values, 0.2)).isEqualTo(1);
    assertThat(Statistics.percentile(new double[0], 0.5)).isNaN();
  }

  @Test
  void jainsIndexIsOneForEqualShares() {
    assertThat(Statistics.jain(new double[] {3, 3, 3})).isCloseTo(1, within(1e-12));
    assertThat(Statistics.jain(new double[] {1, 0, 0, 0})).isEqualTo(0.25);
    assertThat(Statistics.jain(new double[] {1, 3})).isEqualTo(0.8);
  }

  @Test
  void cumulativeSharesCountEqualValues() {
    assertThat(Statistics.cumulative("x", new double[] {1, 2, 2, 9}, 4, 4).y()).containsExactly(0, 25, 75, 75, 75);
  }

  @Test
  void tablesAreReadByColumn() throws IOException {
    Path file = Files.writeString(folder.resolve("t.csv"), "node,kind,bytes\n1,host,2.5\n2,switch,7\n1,host,3\n");
    Table table = Table.read(file);
    assertThat(table.where("node", 1).column("bytes")).containsExactly(2.5, 3);
    assertThat(table.column("kind")).containsOnly(Double.NaN);
    assertThat(table.rows()).isEqualTo(3);
    assertThatThrownBy(() -> table.column("size")).hasMessage(file + " has no column size");
  }

  @Test
  void claimsAgreeWithinTheirBound() {
    assertThat(new Claim("x", "y", "z", 5, Bound.atMost(5, "KB")).agrees()).isTrue();
    assertThat(new Claim("x", "y", "z", 5.01, Bound.atMost(5, "KB")).surprises()).isTrue();
    assertThat(new Claim("x", "y", "z", 4.9, Bound.atLeast(5, "KB")).agrees()).isFalse();
  }

  /** By hand, for 40: a published value has the range 34 to 46, and a published maximum has the bound 46. */
  @Test
  void oneRuleJudgesPublishedNumbers() {
    Bound near = Bound.near(40, "KB");
    assertThat(List.of(34.0, 40.0, 46.0)).allMatch(near::holds);
    assertThat(List.of(33.9, 46.1)).noneMatch(near::holds);
    Bound within = Bound.within(40, "KB");
    assertThat(List.of(0.0, 40.0, 46.0)).allMatch(within::holds);
    assertThat(within.holds(46.1)).isFalse();
  }

  @Test
  void boundsOfThisProjectAreMarked() {
    assertThat(new Claim("x", "y", "quickly", 5, Bound.atMost(5, "KB")).boundText()).isEqualTo("at most 5 KB (our bound)");
    assertThat(new Claim("x", "y", "quickly", 5, Bound.above(1, "KB")).boundText()).isEqualTo("above 1 KB (our bound)");
    assertThat(new Claim("x", "y", "4 KB", 5, Bound.atMost(5, "KB")).against(4).boundText()).isEqualTo("at most 5 KB");
    assertThat(new Claim("x", "y", "higher", 5, Bound.above(1, "times")).boundText()).isEqualTo("above 1x");
    assertThat(new Claim("x", "y", "more", 5, Bound.above(0, "%")).boundText()).isEqualTo("above 0 %");
    assertThat(new Claim("x", "y", "none", 5, Bound.atMost(0, "")).boundText()).isEqualTo("at most 0");
  }

  @Test
  void zeroIsNotAboveZero() {
    assertThat(new Claim("x", "y", "z", 0, Bound.above(0, "")).agrees()).isFalse();
    assertThat(new Claim("x", "y", "z", Double.MIN_VALUE, Bound.above(0, "")).agrees()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"4.9, true, false, false", "5, true, false, false", "5.01, false, true, false", "5.5, false, true, false",
      "5.51, false, false, true", "500, false, false, true", "NaN, false, false, true"})
  void reasonExplainsOnlyItsRange(double ours, boolean agrees, boolean explained, boolean surprises) {
    var claim = new Claim("x", "y", "z", ours, Bound.atMost(5, "KB"), new Known(Bound.between(5, 5.5, "KB"), "why"));
    assertThat(claim.agrees()).isEqualTo(agrees);
    assertThat(claim.isExplained()).isEqualTo(explained);
    assertThat(claim.surprises()).isEqualTo(surprises);
  }

  @Test
  void differencesWithoutAnExperimentAreNotExplained() {
    var claim = new Claim("x", "y", "z", 5.2, Bound.atMost(5, "KB"), Known.unexplained(Bound.between(5, 5.5, "KB")));
    assertThat(claim.isUnexplained()).isTrue();
    assertThat(claim.isExplained()).isFalse();
    assertThat(claim.surprises()).isFalse();
  }

  @Test
  void missingMeasurementsDoNotAgree() {
    var claim = new Claim("x", "y", "z", Double.NaN, Bound.atMost(5, "KB"));
    assertThat(claim.agrees()).isFalse();
    assertThat(claim.oursText()).isEqualTo("none");
  }

  @Test
  void numbersHaveThreeSignificantDigits() {
    assertThat(new Claim("x", "y", "z", 10673.79, Bound.atLeast(2000, "us")).oursText()).isEqualTo("10674 us");
    assertThat(new Claim("x", "y", "z", 15.26, Bound.atLeast(8, "KB")).oursText()).isEqualTo("15.3 KB");
    assertThat(new Claim("x", "y", "z", 0, Bound.atMost(0, "")).oursText()).isEqualTo("0");
    assertThat(new Claim("x", "y", "z", 0.00543, Bound.atMost(1, "%")).oursText()).isEqualTo("0.0054 %");
    assertThat(new Claim("x", "y", "z", 1.8264e-6, Bound.above(0, "")).oursText()).as("small, and not 0").isEqualTo("0.00000183");
    assertThat(Bound.between(60, 70, "").text()).isEqualTo("60 to 70");
    assertThat(Bound.atLeast(0.95, "").text()).isEqualTo("at least 0.95");
    assertThat(Bound.above(0, "").text()).isEqualTo("above 0");
  }
}
