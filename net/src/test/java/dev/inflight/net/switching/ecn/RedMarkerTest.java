package dev.inflight.net.switching.ecn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.link.Packet;
import org.junit.jupiter.api.Test;

/** Marked packets, by the bytes behind them and by the number drawn. */
class RedMarkerTest {
  private static final EcnThresholds THRESHOLDS = new EcnThresholds(1000, 3000, 0.5);
  private static final long RATE = 100_000_000_000L;

  private int draws;

  private EcnMarker drawing(double number) {
    return THRESHOLDS.marker(() -> {
      draws++;
      return number;
    }, RATE);
  }

  private static boolean marks(EcnMarker by, boolean markable, int behindBytes) {
    var packet = new Packet(0);
    packet.kind = markable ? Packet.Kind.DATA : Packet.Kind.ACK;
    return by.marks(packet, 3, behindBytes, 0);
  }

  @Test
  void upToTheLowerThresholdNothingIsDrawn() {
    assertThat(marks(drawing(0), true, 999)).isFalse();
    assertThat(marks(drawing(0), true, 1000)).isFalse();
    assertThat(draws).isZero();
    assertThat(marks(drawing(0), true, 1001)).isTrue();
    assertThat(draws).isEqualTo(1);
  }

  @Test
  void aboveTheUpperThresholdEverythingIsMarkedAndNothingDrawn() {
    assertThat(marks(drawing(0.999), true, 3001)).isTrue();
    assertThat(draws).isZero();
    assertThat(marks(drawing(0.999), true, 3000)).isFalse();
    assertThat(marks(drawing(0.499), true, 3000)).isTrue();
    assertThat(draws).isEqualTo(2);
  }

  @Test
  void inBetweenTheProbabilityRisesInALine() {
    assertThat(marks(drawing(0.249), true, 2000)).isTrue();
    assertThat(marks(drawing(0.25), true, 2000)).isFalse();
    assertThat(marks(drawing(0.124), true, 1500)).isTrue();
    assertThat(marks(drawing(0.125), true, 1500)).isFalse();
  }

  @Test
  void drawsForUnmarkablePacketsOnlyIfRequested() {
    assertThat(marks(drawing(0), false, 2000)).isFalse();
    assertThat(marks(drawing(0), false, 5000)).isFalse();
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
    }, RATE);
    assertThat(marks(marker, false, 2000)).isFalse();
    assertThat(draws).isEqualTo(1);
    assertThat(marks(marker, false, 1000)).isFalse();
    assertThat(draws).isEqualTo(1);
  }
}
