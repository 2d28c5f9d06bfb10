package dev.inflight.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PlotAxisTest {
  private static List<String> labels(PlotAxis axis) {
    return axis.ticks().stream().map(Tick::label).filter(label -> !label.isEmpty()).toList();
  }

  @Test
  void oneDecadeHasLabelsAtOneTwoAndFive() {
    assertThat(labels(PlotAxis.log("slowdown", 1.3, 18, TickText.NUMBER))).containsExactly("1", "2", "5", "10", "20");
  }

  @Test
  void manyDecadesHaveLabelsAtPowersOfTenAndMinorTicksBetween() {
    PlotAxis axis = PlotAxis.log("size", 150, 3e6, TickText.BYTES);

    assertThat(axis.from()).isEqualTo(100);
    assertThat(axis.to()).isEqualTo(5e6);
    assertThat(labels(axis)).containsExactly("100 B", "1 KB", "10 KB", "100 KB", "1 MB");
    assertThat(axis.ticks()).filteredOn(Tick::isMinor).extracting(Tick::value).contains(200.0, 9000.0, 5e6);
  }

  @Test
  void partOfADecadeHasTicksAtEqualDistances() {
    assertThat(labels(new PlotAxis("time", 1.1e6, 1.9e6, Scale.LOG, TickText.TIME))).containsExactly("1.2 ms", "1.4 ms", "1.6 ms",
        "1.8 ms");
  }

  @Test
  void oneValueHasRoomAroundIt() {
    PlotAxis axis = PlotAxis.log("slowdown", 1, 1, TickText.NUMBER);

    assertThat(axis.to()).isEqualTo(2);
  }

  @Test
  void axisHoldsAllValuesAndAtLeastTwoLabels() {
    var random = new Random(7);
    for (int round = 0; round < 2000; round++) {
      double small = StrictMath.exp(random.nextDouble(-9, 20));
      double large = small * StrictMath.exp(random.nextDouble(0, 12));
      PlotAxis axis = PlotAxis.log("x", small, large, TickText.NUMBER);

      assertThat(axis.from()).isLessThanOrEqualTo(small * (1 + 1e-8));
      assertThat(axis.to()).isGreaterThanOrEqualTo(large * (1 - 1e-8));
      assertThat(axis.from()).isGreaterThan(small / 3);
      assertThat(labels(axis)).hasSizeBetween(2, 12).doesNotHaveDuplicates();
      assertThat(axis.ticks()).extracting(Tick::value).isSorted();
    }
  }

  @Test
  void logarithmsNeedValuesAboveZero() {
    assertThatIllegalArgumentException().isThrownBy(() -> new PlotAxis("x", 0, 1, Scale.LOG, TickText.NUMBER))
        .withMessageContaining("from 0");
  }
}
