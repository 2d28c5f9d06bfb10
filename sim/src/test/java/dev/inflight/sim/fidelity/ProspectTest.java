package dev.inflight.sim.fidelity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.inflight.net.topology.Dumbbell;
import dev.inflight.net.topology.Star;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.workload.FlowTable;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Predicted skips, by starts and sizes of flows alone. */
class ProspectTest {
  private static final long US = 1_000_000;
  private static final long RTT_PS = 4 * US;
  private static final long FOREVER = Long.MAX_VALUE;
  private final Topology star = new Star(4, 100_000_000_000L, US).build();
  private final FlowTable flows = new FlowTable();

  private Prospect prospect() {
    return Objects.requireNonNull(Prospect.of(flows, star, RTT_PS, FOREVER));
  }

  /** 1 MB takes 80 us alone, and four fifths of the time beyond 30 RTTs may be skipped. */
  @Test
  void oneFlowGoesAtTheRateOfItsHost() {
    flows.add(0, 1, 3, 100, 100_000_000, 0);
    assertThat(prospect().share()).isCloseTo(0.8 * (8000 - 120) / 8000, within(1e-9));
    assertThat(prospect().changePs()).isEqualTo(4000.0 * US);
    assertThat(prospect().isWorthwhile()).isTrue();
  }

  /** 100 KB take 8 us at the rate of a host, and 800 us at that of the bottleneck. */
  @Test
  void narrowCablesMakeFlowsLong() {
    var narrow = new Dumbbell(2, 2, 100_000_000_000L, 1_000_000_000L, US).build();
    flows.add(0, 2, 3, 100, 100_000, 0);
    assertThat(prospect().isWorthwhile()).isFalse();
    assertThat(Objects.requireNonNull(Prospect.of(flows, narrow, RTT_PS, FOREVER)).isWorthwhile()).isTrue();
  }

  @Test
  void flowsOfAHostShareItsRate() {
    flows.add(0, 2, 3, 100, 1_000_000, 0);
    flows.add(1, 2, 3, 100, 500_000, 0);
    flows.add(1, 3, 3, 100, 250_000, 0);
    // shares of 50 Gb/s: the third ends after 40 us, the second after 80, the first after 120
    assertThat(prospect().changePs()).isEqualTo(120.0 * US / 6);
  }

  @Test
  void startsAndEndsThatComeOftenLeaveNothing() {
    for (int number = 0; number < 50; number++) {
      flows.add(0, 1, 3, 100, 400_000, number * 100 * US);
    }
    assertThat(prospect().share()).isZero();
    assertThat(prospect().isWorthwhile()).isFalse();
    flows.add(2, 3, 3, 100, 50_000_000, 5000 * US);
    assertThat(prospect().isWorthwhile()).isTrue();
    assertThat(Objects.requireNonNull(Prospect.of(flows, star, RTT_PS, 4000 * US)).isWorthwhile()).isFalse();
  }

  @Test
  void startsAndEndsThatComeTogetherAreOneStep() {
    for (int number = 0; number < 100_000; number++) {
      flows.add(number % 3, 3, 3, 100, 10_000, 0);
    }
    assertThat(prospect().changePs()).isCloseTo(80_000.0 * US / 200_000, withinPercentage(0.01));
  }

  @Test
  void noPredictionBeyondTheWorkBound() {
    for (int number = 0; number < 3000; number++) {
      flows.add(number % 3, 3, 3, 100, 1_000_000, number);
    }
    assertThat(Prospect.of(flows, star, RTT_PS, FOREVER)).isNull();
    assertThat(Prospect.of(new FlowTable(), star, RTT_PS, FOREVER)).isNull();
  }
}
