package dev.inflight.livetools.live;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Warnings of a live run. */
class LiveTextTest {
  @Test
  void runInTimeNeedsNoWarning() {
    assertThat(LiveText.warning(false, 900_000, 0)).isEmpty();
  }

  /** A program without a processor appears idle for much of the time: only lateness shows it. */
  @Test
  void warnsOfLatenessInAnIdleLoop() {
    assertThat(LiveText.warning(false, 4_200_000, 0))
        .isEqualTo("inflight: warning: one event in a hundred was late by some 4200 us"
            + " or more: other programs had the processor, and rates and queues are not those of the scenario\n");
  }

  @Test
  void warnsOnceOfAnOverloadedMachine() {
    assertThat(LiveText.warning(true, 4_200_000, 7)).isEqualTo(
        "inflight: warning: this machine is too slow for such links, so they were slower than they should be\n"
            + "inflight: warning: 7 frames were lost outside the scenario's links: a buffer was full, or an interface was set down\n");
  }
}
