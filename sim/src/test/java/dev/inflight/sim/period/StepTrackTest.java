package dev.inflight.sim.period;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Eight micro-batches of twenty layers forward and twenty back: steps of one operation and one message each. */
class StepTrackTest {
  private static final int LAYERS = 20;
  private static final int BATCH = 2 * LAYERS;
  private static final int STEPS = 8 * BATCH;
  private static final long FORWARD_PS = 10;
  private static final long BACKWARD_PS = 20;
  private static final long BATCH_PS = LAYERS * (FORWARD_PS + BACKWARD_PS);

  private final StepOrder order = new StepOrder(IntStream.range(0, STEPS).toArray(), STEPS, _ -> 1, _ -> 1, _ -> 0);
  private final StepCuts cuts = new StepCuts();
  private final StepTrack track = new StepTrack(order,
      IntStream.range(0, STEPS).mapToLong(step -> step % BATCH < LAYERS ? 1 : 2).toArray(), 0, cuts);

  private long nowPs;

  /** Ranks come to steps up to one, in order, each when the one before is over. */
  private void goTo(int end) {
    while (track.cut() < end) {
      int step = track.cut();
      track.come(step, nowPs, () -> step);
      nowPs += step % BATCH < LAYERS ? FORWARD_PS : BACKWARD_PS;
      track.shorter();
    }
  }

  @Test
  void findsLayers() {
    goTo(2);
    StepPeriod layers = Objects.requireNonNull(track.shorter());
    assertThat(layers.steps()).isEqualTo(1);
    assertThat(layers.known()).isNull();
    goTo(LAYERS + 1);
    assertThat(Objects.requireNonNull(track.shorter()).from()).isGreaterThanOrEqualTo(LAYERS);
  }

  @Test
  void measuresMicroBatchesOnTheWholeOnceTwoHaveBeenSeen() {
    goTo(2 * BATCH);
    assertThat(track.longer(0.01)).isNull();
    goTo(2 * BATCH + 2);
    StepPeriod batches = Objects.requireNonNull(track.longer(0.01));
    assertThat(batches.steps()).isEqualTo(BATCH);
    KnownPeriod known = Objects.requireNonNull(batches.known());
    assertThat(1 / known.rate()).isCloseTo(BATCH_PS, within(1e-9));
    assertThat(known.unsure()).isZero();
    assertThat(known.windowPs()).isEqualTo(2 * BATCH_PS);
  }

  @Test
  void refusesMicroBatchesThatTakeLongerAndLonger() {
    goTo(BATCH + 2);
    nowPs += BATCH_PS / 2;
    goTo(2 * BATCH + 2);
    assertThat(track.longer(0.01)).isNull();
  }

  @Test
  void countsLayersThatWereLeftOut() {
    goTo(3);
    StepPeriod layers = Objects.requireNonNull(track.shorter());
    track.leaveOut(layers, 4, 4 * FORWARD_PS);
    nowPs += 4 * FORWARD_PS;
    goTo(2 * BATCH + 2);
    assertThat(1 / Objects.requireNonNull(Objects.requireNonNull(track.longer(0.01)).known()).rate()).isCloseTo(BATCH_PS,
        within(1e-9));
  }

  @Test
  void waitsForAnotherMicroBatchBehindSomeThatWereLeftOut() {
    goTo(2 * BATCH + 2);
    StepPeriod batches = Objects.requireNonNull(track.longer(0.01));
    track.leaveOut(batches, 1, BATCH_PS);
    nowPs += BATCH_PS;
    assertThat(track.cut()).isEqualTo(3 * BATCH + 2);
    assertThat(track.longer(0.01)).isNull();
    goTo(4 * BATCH + 3);
    assertThat(track.longer(0.01)).isNotNull();
    assertThat(cuts.standsFor(2 * BATCH)).isEqualTo(3 * BATCH);
    assertThat(cuts.redirected(2 * BATCH + 1, 2 * BATCH + 2)).isEqualTo(3 * BATCH + 2);
    assertThat(cuts.redirected(2 * BATCH, 2 * BATCH + 1)).isEqualTo(2 * BATCH + 1);
    assertThat(cuts.standsFor(3 * BATCH + 2)).isEqualTo(3 * BATCH + 2);
  }

  @Test
  void seesStepsThatFallBehind() {
    goTo(3);
    StepPeriod layers = Objects.requireNonNull(track.shorter());
    assertThat(track.keepsUp(layers)).isTrue();
    track.come(track.cut(), nowPs, () -> 1);
    assertThat(track.keepsUp(layers)).isFalse();
  }

  @Test
  void numbersOperationsOfStepsInTheirOrder() {
    var late = new StepOrder(new int[] {3, 5, 9}, 12, step -> 10 * step, step -> step % 2, step -> step == 9 ? 2 : 0);
    assertThat(late.position(5)).isEqualTo(1);
    assertThat(late.position(4)).isEqualTo(-1);
    assertThat(late.firstOperation(2)).isEqualTo(80);
    assertThat(late.firstMessage(3)).isEqualTo(3);
    assertThat(late.positionOfMessage(1)).isEqualTo(1);
    assertThat(late.positionOfCollective(1)).isEqualTo(2);
  }
}
