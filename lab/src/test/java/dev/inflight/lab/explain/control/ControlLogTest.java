package dev.inflight.lab.explain.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.explain.control.WatchedControl.Event;
import org.junit.jupiter.api.Test;

class ControlLogTest {
  private static final long HORIZON_PS = 1_000;

  private final ControlLog log = new ControlLog(0);

  private void note(Event event, long nowPs, long bitsPerSec) {
    log.note(event, nowPs, bitsPerSec, HORIZON_PS);
  }

  @Test
  void keepsFirstLastLeastAndMost() {
    note(Event.ACK, 0, 100);
    note(Event.CNP, 10, 40);
    note(Event.TIMER, 20, 60);
    ControlLog.Allowed all = log.within(0, 1_000);
    assertThat(all.firstBitsPerSec()).isEqualTo(100);
    assertThat(all.lastBitsPerSec()).isEqualTo(60);
    assertThat(all.leastBitsPerSec()).isEqualTo(40);
    assertThat(all.mostBitsPerSec()).isEqualTo(100);
    assertThat(all.lastDecrease()).isEqualTo(new ControlLog.Decrease(Event.CNP, 10, 100, 40));
  }

  @Test
  void smallStepsAddUpToADecrease() {
    for (int step = 0; step < 50; step++) {
      note(Event.REPORT, step, 1_000_000 - step * 4_000L);
    }
    assertThat(log.within(0, 1_000).lastDecrease()).isNotNull().satisfies(last -> {
      assertThat(last.toBitsPerSec()).isLessThan(820_000);
      assertThat(last.at()).isEqualTo(Event.REPORT);
    });
  }

  @Test
  void growsWhileAboveTheRateOfLate() {
    note(Event.ACK, 0, 100);
    assertThat(log.isGrowing()).isFalse();
    note(Event.ACK, 100, 200);
    note(Event.ACK, 200, 200);
    assertThat(log.isGrowing()).isTrue();
    note(Event.ACK, 50_000, 200);
    assertThat(log.isGrowing()).isFalse();
  }

  @Test
  void emptyLogHasNoRate() {
    assertThat(log.within(0, 1_000).firstBitsPerSec()).isEqualTo(-1);
  }
}
