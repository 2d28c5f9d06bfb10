package dev.inflight.live.cable;

import static dev.inflight.live.cable.RealPair.US;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.cc.testing.Allocation;
import dev.inflight.live.loop.TurnedClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A flow between two hosts over a real cable. */
class RealCablesTest {
  private static final long RATE = 1_000_000_000L;
  private static final long DELAY_PS = 20 * US;
  private static final long PS_PER_BIT = 1000;
  private static final int BESIDE_FRAME_BYTES = 24; // frame check sequence, preamble and gap

  /** Earliest arrival of a frame's last bit: after the cable's delay and the earlier frames, in order at the link's rate. */
  private static final class Link {
    private RealPair pair;
    private long firstPs = -1;
    private long lastPs;
    private long bits;
    private long mostEarlyPs = Long.MIN_VALUE;

    void leaves(int length) {
      bits += 8L * (length + BESIDE_FRAME_BYTES);
      lastPs = pair.nowPs();
      firstPs = firstPs < 0 ? lastPs : firstPs;
      mostEarlyPs = Math.max(mostEarlyPs, bits * PS_PER_BIT + DELAY_PS - lastPs);
    }
  }

  /** Invariant 8, on a machine that is busy with other work for up to a millisecond at a time. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void noFrameLeavesBeforeItsTimeAndALateLoopIsNoSlowLink(long seed) {
    var link = new Link();
    try (var pair = new RealPair(RATE, DELAY_PS, TurnedClock.jumping(seed), link::leaves)) {
      link.pair = pair;
      pair.turn(400_000 * US);
      assertThat(pair.loop().lateness().mostPs()).as("how late events were").isGreaterThan(1000 * US);
      assertThat(link.mostEarlyPs).as("ps before its time").isLessThanOrEqualTo(0);
      double rate = link.bits / ((link.lastPs - DELAY_PS) / 1e12);
      assertThat(rate).isCloseTo(RATE, within(0.01 * RATE));
      assertThat(pair.fabric.counters().deliveredBytes).isGreaterThan(40_000_000);
      assertThat(pair.cables.counters().unreadable).isZero();
    }
  }

  @Test
  void aSteadyFlowAllocatesNothing() {
    int[] frames = {0};
    try (var pair = new RealPair(RATE, DELAY_PS, TurnedClock.still(), _ -> frames[0]++)) {
      long[] last = {0};
      long bytes = Allocation.bytesOf(() -> {
        last[0] = frames[0];
        pair.turn(50_000 * US);
      });
      long sent = frames[0] - last[0];
      assertThat(sent).isGreaterThan(5000);
      assertThat(bytes).as("bytes for %d packets and as many acknowledgements", sent).isLessThan(sent);
    }
  }
}
