package dev.inflight.sim.repeat;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TrackGroupTest {
  private static final double ERROR = 0.005;
  private static final long PERIOD_PS = 1_000_000;
  private static final long IDEAL_PS = 10_000;
  private static final int FEW = 24;

  private final StartedTracks.Member member = StartedTracks.exchanges(400);
  private final TrackGroup group = new TrackGroup(ERROR);

  /** Judges a job after equal periods; its messages take a multiple of their duration without other traffic. */
  private double judgeAfter(int periods, double slowdown) {
    group.add(member);
    int send = member.track().cut() + 4; // the first message of the next exchange, which starts with four computations
    member.track().message(send, 0, Math.round(slowdown * IDEAL_PS), IDEAL_PS, 0, 0);
    long nowPs = member.proceed(periods - FEW / 2, 0, PERIOD_PS);
    group.judge();
    member.proceed(FEW / 2, nowPs, PERIOD_PS);
    return group.judge();
  }

  @Test
  void equalPeriodsAreSkippedSoon() {
    assertThat(judgeAfter(FEW, 1.2)).isPositive();
  }

  /** Ranks that share links start in step, and leave it after tens of equal periods. */
  @Test
  void equalPeriodsOfMessagesThatSlowEachOtherDownAreNotSkippedSoon() {
    assertThat(judgeAfter(FEW, 2)).isZero();
    assertThat(group.why()).contains("share links");
  }

  /** Such periods are skipped later, for a time in proportion to that of the simulated ones. */
  @Test
  void theyAreSkippedLater() {
    int periods = 4 * FEW;
    assertThat(judgeAfter(periods, 2)).isPositive().isLessThan(4.0 * periods * PERIOD_PS);
  }
}
