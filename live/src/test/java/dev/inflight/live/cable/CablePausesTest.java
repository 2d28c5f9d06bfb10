package dev.inflight.live.cable;

import static dev.inflight.live.cable.RealPair.US;
import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.live.device.Device;
import dev.inflight.live.device.FrameMemory;
import dev.inflight.live.loop.TurnedClock;
import dev.inflight.wire.header.Pfc;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

/** Pauses of a live run last for their stated time, and are renewed while the switch needs them: frames that end them may be lost. */
class CablePausesTest {
  private static final long RATE = 1_000_000_000L;
  private static final int PRIORITY = 3;
  private static final long LONGEST_US = Pfc.timePs(Pfc.MOST_QUANTA, RATE) / US;

  private static void pause(RealPair pair, Device from, int quanta) {
    byte[] pause = new byte[Pfc.BYTES];
    Pfc.write(pause, 0, 0x0200_0000_0007L);
    Pfc.quanta(pause, 0, PRIORITY, quanta);
    long at = pair.memory.take() + FrameMemory.HEADROOM_BYTES;
    MemorySegment.copy(pause, 0, pair.memory.bytes(), ValueLayout.JAVA_BYTE, at, pause.length);
    from.send(at, pause.length);
    from.flush();
  }

  @Test
  void pauseEndsWithItsTime() {
    int[] frames = {0};
    try (var pair = new RealPair(RATE, 20 * US, TurnedClock.still(), _ -> frames[0]++)) {
      pair.turn(10_000 * US);
      pause(pair, pair.first.other(), 1000); // 512 us
      pair.turn(100 * US);
      int before = frames[0];
      pair.turn(400 * US);
      assertThat(frames[0]).isEqualTo(before);
      pair.turn(1000 * US);
      assertThat(frames[0]).isGreaterThan(before + 50);
    }
  }

  @Test
  void aSwitchRenewsItsPauses() {
    int[] frames = {0};
    try (var pair = new RealPair(RATE, 20 * US, TurnedClock.still(), _ -> frames[0]++, true)) {
      pair.turn(10_000 * US);
      for (long us = 0; us < 10 * LONGEST_US; us += LONGEST_US / 2) { // the second host receives nothing
        pause(pair, pair.second.one(), Pfc.MOST_QUANTA);
        pair.turn(LONGEST_US / 2 * US);
        if (us == LONGEST_US / 2 * 2) {
          frames[0] = 0;
        }
      }
      assertThat(frames[0]).as("frames into a switch that has no room").isZero();
      assertThat(pair.fabric.counters().nacks).as("of packets that were dropped").isZero();
      pause(pair, pair.second.one(), 0);
      pair.turn(10_000 * US);
      assertThat(frames[0]).isGreaterThan(500);
    }
  }
}
