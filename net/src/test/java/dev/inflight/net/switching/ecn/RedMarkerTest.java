package dev.inflight.net.switching.ecn;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Which packets are marked, by the bytes behind them and by the number that is drawn. */
class RedMarkerTest {
  private static final EcnThresholds THRESHOLDS = new EcnThresholds(1000, 3000, 0.5);

  private int draws;

  private EcnMarker drawing(double number) {
    return THRESHOLDS.marker(() -> {
      draws++;
      return number;
    });
  }

  @Test
  void upToTheLowerThresholdNothingIsDrawn() {
    assertThat(drawing(0).marks(true, 999)).isFalse();
    assertThat(drawing(0).marks(true, 1000)).isFalse();
    assertThat(draws).isZero();
    assertThat(drawing(0).marks(true, 1001)).isTrue();
    assertThat(draws).isEqualTo(1);
  }

  @Test
  void aboveTheUpperThresholdEverythingIsMarkedAndNothingDrawn() {
    assertThat(drawing(0.999).marks(true, 3001)).isTrue();
    assertThat(draws).isZero();
    assertThat(drawing(0.999).marks(true, 3000)).isFalse();
    assertThat(drawing(0.499).marks(true, 3000)).isTrue();
    assertThat(draws).isEqualTo(2);
  }

  @Test
  void inBetweenTheProbabilityRisesInALine() {
    assertThat(drawing(0.249).marks(true, 2000)).isTrue();
    assertThat(drawing(0.25).marks(true, 2000)).isFalse();
    assertThat(drawing(0.124).marks(true, 1500)).isTrue();
    assertThat(drawing(0.125).marks(true, 1500)).isFalse();
  }

  @Test
  void whatTakesNoMarkIsDrawnForOnlyWhereTheNumbersSaySo() {
    assertThat(drawing(0).marks(false, 2000)).isFalse();
    assertThat(drawing(0).marks(false, 5000)).isFalse();
    assertThat(draws).isZero();
    EcnMarker marker = THRESHOLDS.marker(new MarkingRandom() {
      @Override
      public double next() {
        draws++;
        return 0;
      }

      @Override
      public boolean alsoForAcks() {
        return true;
      }
    });
    assertThat(marker.marks(false, 2000)).isFalse();
    assertThat(draws).isEqualTo(1);
    assertThat(marker.marks(false, 1000)).isFalse();
    assertThat(draws).isEqualTo(1);
  }
}
