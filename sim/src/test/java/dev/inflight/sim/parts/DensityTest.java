package dev.inflight.sim.parts;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DensityTest {
  private final Density density = new Density(100);
  private long windows;
  private long events;

  private boolean isLowAfter(int moreWindows, int eventsInEach) {
    for (int window = 0; window < moreWindows; window++) {
      events += eventsInEach;
      density.windowBegins(++windows, events);
    }
    return density.isLow();
  }

  @Test
  void followsTheMeanOfSomeWindows() {
    assertThat(isLowAfter(63, 1)).as("too few windows to judge").isFalse();
    assertThat(isLowAfter(1, 1)).isTrue();
    assertThat(isLowAfter(64, 100)).isFalse();
    assertThat(isLowAfter(64, 99)).isTrue();
    assertThat(isLowAfter(63, 1_000_000)).isTrue();
    assertThat(isLowAfter(1, 0)).isFalse();
  }

  @Test
  void neverLowWithoutABound() {
    var unbounded = new Density(0);
    for (int window = 1; window < 1000; window++) {
      unbounded.windowBegins(window, 0);
      assertThat(unbounded.isLow()).isFalse();
    }
  }
}
