package dev.inflight.live.forward;

import static dev.inflight.live.forward.SoftStar.US;
import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.wire.TestFrame;
import dev.inflight.wire.header.Ipv4;
import dev.inflight.wire.header.Pfc;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pauses on real links last for their stated time (IEEE 802.1Qbb). */
class PausesTest {
  private static final long RATE = 1_000_000_000L;
  private static final int PRIORITY = 3;
  private static final byte[] DATA = TestFrame.write(false, 1000).bytes(); // DSCP 26

  private static SoftStar star(long bufferBytes) {
    return new SoftStar(3, RATE, null, false, true, bufferBytes, null);
  }

  private static byte[] pause(int quanta) {
    byte[] frame = new byte[Pfc.BYTES];
    Pfc.write(frame, 0, 0x0200_0000_0001L);
    Pfc.quanta(frame, 0, PRIORITY, quanta);
    return frame;
  }

  private static boolean isPause(SoftStar.Arrived one, boolean on) {
    byte[] frame = one.frame();
    return Pfc.is(frame, 0, frame.length) && Pfc.quanta(frame, 0, PRIORITY) > 0 == on;
  }

  @Test
  void aPauseEndsWithItsTime() {
    try (var star = star(4 << 20)) {
      star.send(1, pause(1000)); // 512 us
      star.run(10 * US);
      star.send(0, DATA);
      assertThat(star.run(490 * US)).isEmpty();
      assertThat(star.port(1).pausedPriorities).isEqualTo(1 << PRIORITY);
      assertThat(star.run(40 * US)).hasSize(1);
      assertThat(star.port(1).pausedPriorities).isZero();
      assertThat(star.switches.counters().pausesReceived).isEqualTo(1);
    }
  }

  @Test
  void aNewTimeReplacesTheOldOne() {
    try (var star = star(4 << 20)) {
      star.send(1, pause(1000));
      star.send(1, pause(0));
      star.send(0, DATA);
      assertThat(star.run(50 * US)).as("ended at once").hasSize(1);
      star.send(1, pause(65_535));
      star.send(1, pause(100)); // 51 us
      star.send(0, DATA);
      assertThat(star.run(100 * US)).as("shortened").hasSize(1);
      star.send(1, pause(100));
      star.run(40 * US);
      star.send(1, pause(100));
      star.send(0, DATA);
      assertThat(star.run(30 * US)).as("renewed").isEmpty();
      assertThat(star.run(60 * US)).hasSize(1);
    }
  }

  /**
   * A frame with times for two priorities, with packets of both waiting: the first packet sent does not affect the time of the second
   * priority.
   */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void severalPrioritiesGoOnAtOnce(boolean pfc) {
    byte[] both = pause(65_535);
    Pfc.quanta(both, 0, 1, 65_535);
    byte[] none = pause(0);
    Pfc.quanta(none, 0, 1, 0);
    if (!pfc) { // IEEE 802.3: one time for all, and no priority
      none[14] = 0;
      none[15] = 1;
      Arrays.fill(none, 16, none.length, (byte) 0);
      assertThat(Pfc.isPause(none, 0, none.length)).isTrue();
    }
    byte[] plain = DATA.clone();
    Ipv4.trafficClass(plain, 14, 0, 0);
    Ipv4.writeChecksum(plain, 14);
    try (var star = star(4 << 20)) {
      star.send(1, both);
      star.run(10 * US);
      star.send(0, plain);
      star.send(0, DATA);
      assertThat(star.run(100 * US)).isEmpty();
      assertThat(star.port(1).pausedPriorities).isEqualTo(1 << PRIORITY | 1 << 1);
      star.send(1, none);
      assertThat(star.run(50 * US)).hasSize(2);
      assertThat(star.port(1).pausedPriorities).isZero();
    }
  }

  /** For any number of pauses from a neighbor, the number of scheduled events is bounded. */
  @Test
  void aFloodOfPausesLeavesFewEvents() {
    try (var star = star(4 << 20)) {
      byte[][] said = {pause(65_535), pause(0), pause(1), pause(30_000), pause(2)};
      for (int sent = 0; sent < 10_000; sent++) {
        star.send(1, said[sent % said.length]);
        if (sent % 100 == 0) {
          star.run(US);
        }
      }
      assertThat(star.switches.counters().pausesReceived).isGreaterThan(9000);
      assertThat(star.loop().waitingEvents()).isLessThan(300);
    }
  }

  @Test
  void otherPrioritiesContinueDuringAPause() {
    byte[] plain = DATA.clone();
    Ipv4.trafficClass(plain, 14, 0, 0);
    Ipv4.writeChecksum(plain, 14);
    try (var star = star(4 << 20)) {
      star.send(1, pause(65_535));
      star.send(0, plain);
      assertThat(star.run(100 * US)).hasSize(1);
    }
  }

  /** Two hosts fill the queue to a paused host: both are paused, and again after half of the longest time, until the queue is empty. */
  @Test
  void aFullMemoryPausesAndKeepsPausing() {
    try (var star = star(300_000)) {
      star.send(1, pause(65_535));
      star.run(10 * US);
      int sent = 0;
      List<SoftStar.Arrived> out = List.of();
      while (out.isEmpty() && sent++ < 200) {
        star.send(0, DATA);
        out = star.run(10 * US);
      }
      assertThat(out).hasSize(1).allSatisfy(one -> {
        assertThat(one.host()).isZero();
        assertThat(isPause(one, true)).isTrue();
      });
      long longestPs = Pfc.timePs(Pfc.MOST_QUANTA, RATE); // 33.6 ms, like host 1's pause
      assertThat(star.run(longestPs * 9 / 10)).as("renewed").hasSize(1).allMatch(one -> isPause(one, true));
      out = star.run(longestPs);
      assertThat(out.stream().filter(one -> one.host() == 1)).hasSize(sent);
      assertThat(star.switches.counters().dropped).isZero();
      assertThat(out.stream().filter(one -> one.host() == 0)).hasSize(1).allMatch(one -> isPause(one, false));
      assertThat(star.run(longestPs)).as("and no more").isEmpty();
      assertThat(star.held()).isZero();
    }
  }
}
