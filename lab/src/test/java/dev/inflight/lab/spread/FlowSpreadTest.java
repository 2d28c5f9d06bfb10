package dev.inflight.lab.spread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class FlowSpreadTest {
  /** By hand: pairs of 90, 100, 110 differ by 10, 10, 20 of 100; those of 50, 50, 50 by nothing. */
  @Test
  void differencesAreOfAllPairsOfMembers() {
    FlowSpread spread = FlowSpread.of(List.of("3", "8"), List.of(new double[] {50, 50, 50}, new double[] {110, 90, 100}), 1);
    assertThat(spread.differenceMean()).isCloseTo((0.1 + 0.1 + 0.2) / 3 / 2, within(1e-12));
    assertThat(spread.differenceRms()).isCloseTo(Math.sqrt((0.01 + 0.01 + 0.04) / 3 / 2), within(1e-12));
    assertThat(spread.differenceMax()).isCloseTo(0.2, within(1e-12));
    assertThat(spread.furthest()).isEqualTo("8");
    assertThat(spread.cvMax()).isCloseTo(0.1, within(1e-12));
    assertThat(spread.cvMean()).isCloseTo(0.05, within(1e-12));
    assertThat(spread.leftOut()).isEqualTo(1);
  }

  @Test
  void withoutFlowsThereIsNoSpread() {
    FlowSpread none = FlowSpread.of(List.of(), List.of(), 2);
    assertThat(none.differenceMax()).isZero();
    assertThat(SpreadText.flows(none))
        .isEqualTo("flows: none that all members finished; 2 flows that only some members finished left out");
  }

  @Test
  void measureHasMeanAndSpread() {
    var measure = new MeasureSpread("k", "t", "s", new double[] {90, 110, 100});
    assertThat(measure.mean()).isEqualTo(100);
    assertThat(measure.cv()).isCloseTo(0.1, within(1e-12));
    assertThat(new MeasureSpread("k", "t", "", new double[] {0, 0}).cv()).isZero();
  }
}
