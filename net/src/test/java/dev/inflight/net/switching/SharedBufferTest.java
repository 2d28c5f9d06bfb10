package dev.inflight.net.switching;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Map;
import java.util.TreeMap;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SharedBufferTest {
  private static final long G = 1_000_000_000L;
  private static final int PORTS = 4;
  private static final int HEADROOM = 37_500;
  /** Little shared memory besides the parts of seven priorities. */
  private static final long MEMORY = 7 * PORTS * (HEADROOM + 4096L) + 80_000;

  private static SharedBuffer buffer(long bytes) {
    return buffer(bytes, 1);
  }

  private static SharedBuffer buffer(long bytes, int priorities) {
    long[] rates = {100 * G, 100 * G, 200 * G, 1600 * G};
    return new SharedBuffer(bytes, TestLimits.byRate(HEADROOM, rates, 100 * G), priorities);
  }

  /** Bytes that one port gets before it has to pause, alone. */
  private static int untilPause(SharedBuffer buffer, int port) {
    int admitted = 0;
    while (buffer.admit(buffer.slot(port, 3), 1000) == SharedBuffer.KEEP) {
      admitted += 1000;
    }
    return admitted;
  }

  @Test
  void aPortPausesAtAShareOfTheFreePoolThatDoublesWithItsRate() {
    long pool = 10_000_000 - PORTS * (HEADROOM + 4096L);
    assertThat((double) untilPause(buffer(10_000_000), 0)).isBetween(pool / 9.0 + 4096 - 2000, pool / 9.0 + 4096 + 1000);
    assertThat((double) untilPause(buffer(10_000_000), 2)).isBetween(pool / 5.0 + 4096 - 2000, pool / 5.0 + 4096 + 1000);
    assertThat((double) untilPause(buffer(10_000_000), 3)).isBetween(pool / 2.0 + 4096 - 2000, pool / 2.0 + 4096 + 1000);
  }

  @Test
  void headroomTakesPacketsAfterAPause() {
    SharedBuffer buffer = buffer(2_000_000);
    untilPause(buffer, 0);
    int more = 0;
    while (buffer.admit(buffer.slot(0, 3), 1000) != SharedBuffer.DROP) {
      more += 1000;
    }
    assertThat(more).isGreaterThanOrEqualTo(HEADROOM - 2000);
  }

  @Test
  void aPauseEndsWellBelowTheThreshold() {
    SharedBuffer buffer = buffer(2_000_000);
    int held = untilPause(buffer, 0) + 1000;
    int left = held;
    while (!buffer.release(buffer.slot(0, 3), 1000)) {
      left -= 1000;
    }
    assertThat(held - left).isBetween(2000, 6000);
    assertThat(buffer.isPausing(0, 3)).isFalse();
  }

  @Test
  void prioritiesAreAccountedApart() {
    SharedBuffer buffer = buffer(2_000_000);
    untilPause(buffer, 0);
    assertThat(buffer.isPausing(0, 3)).isTrue();
    assertThat(buffer.isPausing(0, 2)).isFalse();
    assertThat(buffer.admit(buffer.slot(0, 2), 1000)).isEqualTo(SharedBuffer.KEEP);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void booksBalanceForAnyTraffic(long seed) {
    var random = new SplittableRandom(seed);
    SharedBuffer buffer = buffer(MEMORY, 7);
    Map<Integer, ArrayDeque<Integer>> held = new TreeMap<>(); // by slot
    long bytes = 0;
    long most = 0;
    for (int step = 0; step < 20_000; step++) {
      int slot = buffer.slot(random.nextInt(PORTS), random.nextInt(1, 8));
      ArrayDeque<Integer> here = held.computeIfAbsent(slot, _ -> new ArrayDeque<>());
      boolean fill = random.nextInt(100) < 50 + 40 * Math.cos(step / 500.0);
      if (fill) {
        int size = random.nextInt(60, 9217);
        if (buffer.admit(slot, size) != SharedBuffer.DROP) {
          here.add(size);
          bytes += size;
        }
      } else if (!here.isEmpty()) {
        int size = here.poll();
        buffer.release(slot, size);
        bytes -= size;
      }
      assertThat(buffer.heldBytes()).isEqualTo(bytes).isLessThanOrEqualTo(MEMORY);
      most = Math.max(most, bytes);
      assertThat(buffer.peakBytes()).isEqualTo(most);
    }
    held.forEach((slot, sizes) -> sizes.forEach(size -> buffer.release(slot, size)));
    assertThat(buffer.heldBytes()).isZero();
    for (int port = 0; port < PORTS; port++) {
      for (int priority = 1; priority < 8; priority++) {
        assertThat(buffer.isPausing(port, priority)).isFalse();
      }
    }
  }
}
