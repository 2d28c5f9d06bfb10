package dev.inflight.net.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.link.PauseStats;
import dev.inflight.net.switching.DynamicThreshold;
import org.junit.jupiter.api.Test;

/** Times that ports and senders add up. */
class MetersTest {
  @Test
  void pausesOfAllPrioritiesAreAddedUpAndThoseThatLastAreCountedSoFar() {
    var meter = new PauseStats();
    meter.begin(3, 100);
    meter.begin(5, 150);
    assertThat(meter.pausedPs(1 << 3 | 1 << 5, 200)).isEqualTo(100 + 50);
    meter.end(3, 300);
    assertThat(meter.pausedPs(1 << 5, 400)).isEqualTo(200 + 250);
    meter.end(5, 450);
    assertThat(meter.pausedPs(0, 1000)).isEqualTo(200 + 300);
    meter.begin(0, 1000);
    meter.begin(7, 1000);
    assertThat(meter.pausedPs(1 | 1 << 7, 1010)).isEqualTo(500 + 20);
    assertThat(meter.pauses()).isZero();
    meter.countFrame();
    meter.countFrame();
    assertThat(meter.pauses()).isEqualTo(2);
  }

  @Test
  void aSenderIsActiveBetweenItsBeginningsAndEnds() {
    var time = new SendStats();
    assertThat(time.activePs(50)).isZero();
    time.begin(100);
    assertThat(time.activePs(130)).isEqualTo(30);
    time.end(150);
    assertThat(time.activePs(200)).isEqualTo(50);
    time.begin(300);
    assertThat(time.activePs(310)).isEqualTo(60);
    assertThat(time.belowLinePs(310)).as("at line rate all the time").isZero();
  }

  @Test
  void timeBelowLineRateCountsOnlyWhileThereIsSomethingToSend() {
    var time = new SendStats();
    time.below(true, 50);
    assertThat(time.belowLinePs(90)).as("nothing to send").isZero();
    time.begin(100);
    assertThat(time.belowLinePs(120)).isEqualTo(20);
    time.below(true, 130); // as it was
    assertThat(time.belowLinePs(140)).isEqualTo(40);
    time.below(false, 150);
    assertThat(time.belowLinePs(200)).isEqualTo(50);
    time.below(true, 210);
    time.end(230);
    assertThat(time.belowLinePs(300)).isEqualTo(70);
    time.below(false, 310);
    time.begin(400);
    assertThat(time.belowLinePs(450)).as("at line rate again").isEqualTo(70);
    assertThat(time.activePs(450)).isEqualTo(130 + 50);
  }

  @Test
  void egressThresholdIsAMultipleOfTheFreeMemory() {
    var memory = new DynamicThreshold(1000, 0.5);
    assertThat(memory.admit(500, 600)).as("just half of it").isTrue();
    assertThat(memory.heldBytes()).isEqualTo(600);
    assertThat(memory.admit(201, 10)).as("more than half of 400").isFalse();
    assertThat(memory.admit(200, 401)).as("no room").isFalse();
    assertThat(memory.admit(200, 400)).isTrue();
    assertThat(memory.heldBytes()).isEqualTo(1000);
    assertThat(memory.admit(0, 1)).isFalse();
    memory.release(400);
    assertThat(memory.heldBytes()).isEqualTo(600);
  }
}
