package dev.inflight.live.forward;

import static dev.inflight.live.forward.SoftFabric.US;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.live.loop.TurnedClock;
import dev.inflight.net.switching.queue.RoundRobinQueues;
import dev.inflight.wire.TestFrame;
import dev.inflight.wire.header.Pfc;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Invariant 8 in a soft switch, on a machine that is busy with other work for up to a millisecond at a time. */
class NeverEarlyTest {
  private static final long RATE = 1_000_000_000L;
  private static final long PS_PER_BIT = 1000;
  private static final long DELAY_PS = 7 * US;
  private static final int BESIDE_FRAME_BYTES = 24; // frame check sequence, preamble and gap
  private static final long QUANTUM_PS = 512 * PS_PER_BIT; // IEEE 802.1Qbb
  private static final int PRIORITY = 3;
  private static final int MOST_WAITING = 600;

  private static SoftStar star(long seed) {
    var rules = new SoftFabric.Rules(null, false, true, 16 << 20, Map.of(), RoundRobinQueues.DEFAULT);
    return new SoftStar(3, RATE, DELAY_PS, rules, TurnedClock.jumping(seed));
  }

  /** Frames of a host through a port, and their earliest time: a delay, the earlier frames in order, and another delay. */
  private static final class Stream {
    private final SoftStar star;
    private final SplittableRandom random;
    private final ArrayDeque<Long> sentPs = new ArrayDeque<>();
    private long endPs; // time at which the port has sent the previous frame
    private long firstPs;
    private long lastPs;
    private long bits;

    Stream(SoftStar star, long seed) {
      this.star = star;
      random = new SplittableRandom(seed);
    }

    void send() {
      star.send(0, TestFrame.write(false, random.nextInt(4, 1400)).bytes());
      sentPs.add(star.nowPs());
    }

    void run() {
      for (SoftFabric.Arrived one : star.run(50 * US)) {
        long takesBits = 8L * (Math.max(60, one.frame().length) + BESIDE_FRAME_BYTES);
        endPs = Math.max(endPs, sentPs.remove() + DELAY_PS) + takesBits * PS_PER_BIT;
        assertThat(one.atPs()).as("when a frame leaves").isGreaterThanOrEqualTo(endPs + DELAY_PS);
        bits += firstPs == 0 ? 0 : takesBits;
        firstPs = firstPs == 0 ? one.atPs() : firstPs;
        lastPs = one.atPs();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void aBusyPortSendsNothingEarlyAndIsNoSlowerThanItsLink(long seed) {
    try (var star = star(seed)) {
      var stream = new Stream(star, seed);
      while (star.nowPs() < 400_000 * US) {
        while (stream.sentPs.size() < MOST_WAITING) {
          stream.send();
        }
        stream.run();
      }
      assertThat(star.loop().lateness().mostPs()).as("how late events were").isGreaterThan(1000 * US);
      assertThat(stream.bits / ((stream.lastPs - stream.firstPs) / 1e12)).isCloseTo(RATE, within(0.01 * RATE));
      assertThat(star.switches.counters().dropped).isZero();
    }
  }

  /** An idle port starts anew: some of its first frames are hardly late, so that lateness does not hide early ones. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void anIdlePortSendsNothingEarly(long seed) {
    try (var star = star(seed)) {
      var stream = new Stream(star, seed);
      for (int bursts = 0; bursts < 1000; bursts++) {
        for (int frames = stream.random.nextInt(1, 20); frames > 0; frames--) {
          stream.send();
        }
        while (!stream.sentPs.isEmpty()) {
          stream.run();
        }
      }
      assertThat(star.held()).isZero();
    }
  }

  private static byte[] pause(int quanta) {
    byte[] frame = new byte[Pfc.BYTES];
    Pfc.write(frame, 0, 0x0200_0000_0001L);
    Pfc.quanta(frame, 0, PRIORITY, quanta);
    return frame;
  }

  /** A pause, which another one may extend while it lasts; frames that wait for its end leave after it. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void noPauseEndsBeforeItsTime(long seed) {
    byte[] data = TestFrame.write(false, 1000).bytes();
    var random = new SplittableRandom(seed);
    try (var star = star(seed)) {
      for (int time = 0; time < 200; time++) {
        long untilPs = 0;
        for (int pauses = random.nextInt(1, 4); pauses > 0; pauses--) {
          int quanta = random.nextInt(1000, 3000); // from 512 us
          long heard = star.switches.counters().pausesReceived;
          star.send(1, pause(quanta));
          untilPs = star.nowPs() + quanta * QUANTUM_PS; // the last one counts
          while (star.switches.counters().pausesReceived == heard) {
            star.run(US);
          }
        }
        star.send(0, data);
        var out = star.run(US);
        while (out.isEmpty()) {
          out = star.run(50 * US);
        }
        assertThat(out).hasSize(1);
        assertThat(out.getFirst().atPs()).as("when a frame leaves behind pause %d", time)
            .isGreaterThanOrEqualTo(untilPs + 8L * (data.length + BESIDE_FRAME_BYTES) * PS_PER_BIT + DELAY_PS)
            .isLessThan(untilPs + 10_000 * US);
      }
      assertThat(star.held()).isZero();
    }
  }
}
