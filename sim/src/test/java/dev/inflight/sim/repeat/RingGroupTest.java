package dev.inflight.sim.repeat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.sim.period.Repeating;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RingGroupTest {
  private static final double ERROR = 0.005;
  private static final int STEPS = 4000;
  private static final int BEFORE = 60;
  private static final int SINCE = 8;
  private static final int LATER = 115;
  private static final long PERIOD_PS = 1_000_000;
  private static final int[] FIRST = {0, 1, 2, 3};
  private static final int[] OTHER_ORDER = {2, 0, 3, 1};
  private static final int[] SECOND = {4, 5, 6, 7};

  /** A group that has skipped a time after equal periods, and then measured periods of another duration. */
  private static final class Skipped {
    final RingGroup group = new RingGroup(ERROR, 1);
    final List<Repeating> members = StartedTracks.rings(STEPS, FIRST, OTHER_ORDER);
    final double skipPs;
    long nowPs;

    Skipped(long laterPs) {
      members.forEach(group::add);
      proceed(BEFORE, PERIOD_PS);
      skipPs = group.judge();
      group.skip(Math.round(skipPs), (_, _, _, _, _, _) -> {
      });
      proceed(SINCE, laterPs);
      group.judge();
    }

    void proceed(int periods, long periodPs) {
      long fromPs = nowPs;
      for (Repeating member : members) {
        nowPs = ((StartedTracks.Member) member).proceed(periods, fromPs, periodPs);
      }
    }
  }

  /** Periods after a stretch take longer or shorter: half of the difference counts as an error of the stretch. */
  @ParameterizedTest
  @CsvSource({"1.05, 0.025", "0.95, 0.025", "1.004, 0", "0.996, 0"})
  void differentPeriodsAfterAStretchCountAsItsError(double factor, double share) {
    var equal = new Skipped(PERIOD_PS);
    var other = new Skipped(Math.round(factor * PERIOD_PS));
    assertThat(other.skipPs).isEqualTo(equal.skipPs).isGreaterThan(BEFORE * PERIOD_PS);
    assertThat((other.group.endsPs() - equal.group.endsPs()) / other.skipPs).isCloseTo(share, within(0.002));
  }

  @Test
  void aStretchIsComparedOnce() {
    var other = new Skipped(Math.round(1.05 * PERIOD_PS));
    double oncePs = other.group.endsPs();
    other.proceed(SINCE, Math.round(1.05 * PERIOD_PS));
    other.group.judge();
    assertThat((other.group.endsPs() - oncePs) / other.skipPs).isCloseTo(0, within(0.002));
  }

  /** Only a stretch with equal periods after it makes the next one longer. */
  @Test
  void stretchesGrowOnlyWhilePeriodsAreEqual() {
    var equal = new Skipped(PERIOD_PS);
    var other = new Skipped(Math.round(1.05 * PERIOD_PS));
    equal.proceed(LATER, PERIOD_PS);
    other.proceed(LATER, Math.round(1.05 * PERIOD_PS)); // until the older periods are in the first third, which does not count
    assertThat(equal.group.judge()).isGreaterThanOrEqualTo(4 * equal.skipPs);
    assertThat(other.group.judge()).isPositive().isLessThan(equal.group.judge());
  }

  /** If ranks drift apart, the last one ends later: fewer periods are skipped than a skipped time has. */
  @Test
  void delayOfTheLastRankIsPartOfASkip() {
    var group = new RingGroup(ERROR, 1);
    List<Repeating> members = StartedTracks.rings(STEPS, FIRST, OTHER_ORDER);
    members.forEach(group::add);
    for (int number = 0; number < BEFORE; number++) {
      long fromPs = number * PERIOD_PS;
      long periodPs = number % 2 == 0 ? PERIOD_PS * 9 / 10 : PERIOD_PS * 11 / 10;
      members.forEach(each -> ((StartedTracks.Member) each).proceed(1, fromPs, periodPs));
    }
    assertThat(group.judge()).isPositive();
    double skipPs = 1000.0 * PERIOD_PS;
    double rootOfSteps = Math.sqrt(BEFORE + 1000) - Math.sqrt(BEFORE);
    assertThat((skipPs - group.movingPs(skipPs)) / PERIOD_PS).isCloseTo(0.2 * rootOfSteps, within(0.1));
    assertThat(group.latePs(skipPs) / skipPs).isCloseTo(0.0035, within(1e-9));
    group.skip(Math.round(skipPs), (_, _, _, _, _, _) -> {
    });
    assertThat(group.latePs(0) / skipPs).isCloseTo(0.0035, within(1e-9));
  }

  @Test
  void ranksInStepHaveNoDelay() {
    var skipped = new Skipped(PERIOD_PS);
    assertThat(skipped.group.movingPs(skipped.skipPs)).isEqualTo(skipped.skipPs);
    assertThat(skipped.group.latePs(skipped.skipPs) / skipped.skipPs).isCloseTo(2 * 0.0006, within(1e-9));
  }

  /** The error of the periods falls with their number, but a ring that wavers stays out of step. */
  @Test
  void manyPeriodsBringNoRanksIntoStep() {
    var group = new RingGroup(ERROR, 1);
    List<Repeating> members = StartedTracks.rings(STEPS, FIRST, OTHER_ORDER);
    members.forEach(group::add);
    var random = new Random(1);
    long fromPs = 0;
    for (int number = 1; number <= 2000; number++) {
      long startPs = fromPs;
      long endPs = number * PERIOD_PS + random.nextLong(-PERIOD_PS / 50, PERIOD_PS / 50);
      members.forEach(each -> ((StartedTracks.Member) each).proceed(1, startPs, endPs - startPs));
      fromPs = endPs;
    }
    assertThat(group.judge()).isPositive();
    double skipPs = 1000.0 * PERIOD_PS;
    assertThat(group.movingPs(skipPs)).isLessThan(skipPs - PERIOD_PS);
    assertThat(group.latePs(skipPs) / skipPs).isCloseTo(0.0035, within(1e-9));
  }

  /** Rings with larger messages than those that were compared with full runs are not skipped. */
  @Test
  void largerMessagesThanThoseComparedAreSimulated() {
    assertThat(judge(4 * RingGroup.MOST_STEP_BYTES).judge()).isPositive();
    RingGroup larger = judge(4 * RingGroup.MOST_STEP_BYTES + 1);
    assertThat(larger.judge()).isZero();
    assertThat(larger.why()).contains("larger than those");
  }

  private static RingGroup judge(long sizeBytes) {
    var group = new RingGroup(ERROR, 1);
    List<Repeating> members = StartedTracks.rings(sizeBytes, STEPS, FIRST, OTHER_ORDER);
    members.forEach(group::add);
    members.forEach(each -> ((StartedTracks.Member) each).proceed(BEFORE, 0, PERIOD_PS));
    return group;
  }

  /** Shorter first steps change no duration of later periods. */
  @Test
  void theFirstStepsDoNotCount() {
    var group = new RingGroup(ERROR, 1);
    List<Repeating> members = StartedTracks.rings(STEPS, FIRST, OTHER_ORDER);
    members.forEach(group::add);
    members.forEach(each -> ((StartedTracks.Member) each).proceed(24, 0, PERIOD_PS * 995 / 1000));
    members.forEach(each -> ((StartedTracks.Member) each).proceed(10, 24 * PERIOD_PS * 995 / 1000, PERIOD_PS));
    assertThat(group.judge()).isPositive();
    assertThat(group.rate() * PERIOD_PS).isCloseTo(1, within(1e-6));
  }

  /** The first steps are shorter than later ones, however equal they are. */
  @Test
  void nothingIsSkippedInTheFirstSteps() {
    var group = new RingGroup(ERROR, 1);
    List<Repeating> members = StartedTracks.rings(STEPS, FIRST, OTHER_ORDER);
    members.forEach(group::add);
    members.forEach(each -> ((StartedTracks.Member) each).proceed(31, 0, PERIOD_PS));
    assertThat(group.judge()).isZero();
    members.forEach(each -> ((StartedTracks.Member) each).proceed(1, 31 * PERIOD_PS, PERIOD_PS));
    assertThat(group.judge()).isPositive();
  }

  /** Rings of disjoint ranks, such as groups of one collective, share no ports. */
  @Test
  void channelsAreRingsOnTheSameRanks() {
    assertThat(areChannels(STEPS, FIRST, OTHER_ORDER)).isTrue();
    assertThat(areChannels(STEPS, FIRST, SECOND, OTHER_ORDER)).isTrue();
    assertThat(areChannels(STEPS, FIRST, SECOND)).isFalse();
    assertThat(areChannels(STEPS, FIRST)).isFalse();
    assertThat(areChannels(RingGroup.FEWEST_STEPS - 1, FIRST, OTHER_ORDER)).isFalse();
  }

  private static boolean areChannels(int steps, int[]... ranks) {
    List<Repeating> all = StartedTracks.rings(steps, ranks);
    assertThat(all).hasSize(ranks.length);
    return JobForward.areChannels(all.getFirst(), all);
  }
}
