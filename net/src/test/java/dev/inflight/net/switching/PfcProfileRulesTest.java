package dev.inflight.net.switching;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.link.Framing;
import dev.inflight.net.switching.pfc.BufferProfiles;
import dev.inflight.net.switching.pfc.DynamicProfile;
import dev.inflight.net.switching.pfc.PfcLimits;
import dev.inflight.net.switching.pfc.PfcProfile;
import dev.inflight.net.switching.pfc.PfcRules;
import dev.inflight.net.switching.pfc.SonicPlatform;
import dev.inflight.net.switching.pfc.SonicProfile;
import dev.inflight.net.switching.pfc.StaticProfile;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Shared buffers under profiles, to the byte. */
class PfcProfileRulesTest {
  private static final long G = 1_000_000_000L;
  private static final int PORTS = 4;
  private static final int POOL = 1_000_000;
  private static final int RESERVED = 2000;
  private static final int HEADROOM = 30_000;

  private static SharedBuffer buffer(PfcProfile profile) {
    PfcLimits limits = profile.limits(new PfcProfile.Cable(100 * G, 1_000_000, Framing.ROCEV2, 0), 100 * G);
    List<PfcLimits> ports = Collections.nCopies(PORTS, limits);
    return new SharedBuffer(POOL + PORTS * limits.setAsideBytes(), ports, 1);
  }

  private static int fillUntilPause(SharedBuffer buffer, int port) {
    return fillUntilPause(buffer, port, 3);
  }

  private static int fillUntilPause(SharedBuffer buffer, int port, int priority) {
    int held = 1;
    int verdict = buffer.admit(buffer.slot(port, priority), 1);
    for (; verdict == SharedBuffer.KEEP && held <= 2 * POOL; held++) {
      verdict = buffer.admit(buffer.slot(port, priority), 1);
    }
    assertThat(verdict).as("after %d bytes", held).isEqualTo(SharedBuffer.KEEP_AND_PAUSE);
    return held;
  }

  private static int releaseUntilResume(SharedBuffer buffer, int port) {
    int released = 1;
    while (!buffer.release(buffer.slot(port, 3), 1)) {
      released++;
    }
    return released;
  }

  @ParameterizedTest
  @ValueSource(ints = {-8, -3, -1, 0, 1, 3, 8})
  void aDynamicThresholdIsAPowerOfTwoOfTheFreePool(int th) {
    SharedBuffer buffer = buffer(new DynamicProfile(th, 500, RESERVED, HEADROOM));
    double alpha = Math.scalb(1, th);
    int held = fillUntilPause(buffer, 0);
    assertThat((double) held - RESERVED).isBetween(POOL * alpha / (1 + alpha) - 2, POOL * alpha / (1 + alpha) + 2);
    int shared = held - releaseUntilResume(buffer, 0) - RESERVED;
    assertThat(shared + 500.0).isLessThanOrEqualTo(alpha * (POOL - shared))
        .isGreaterThan(alpha * (POOL - shared - 1) - 2 - alpha);
  }

  @Test
  void aStaticThresholdPausesAndResumesAtItsBytes() {
    SharedBuffer buffer = buffer(new StaticProfile(100_000, 60_000, RESERVED, HEADROOM));
    assertThat(fillUntilPause(buffer, 0)).isEqualTo(RESERVED + 100_000);
    assertThat(fillUntilPause(buffer, 1)).as("whatever others hold").isEqualTo(RESERVED + 100_000);
    assertThat(releaseUntilResume(buffer, 0)).isEqualTo(40_000);
  }

  @Test
  void aThresholdAboveThePoolPausesWhenThePoolIsFull() {
    SharedBuffer buffer = buffer(new StaticProfile(700_000, 0, RESERVED, HEADROOM));
    assertThat(fillUntilPause(buffer, 0)).isEqualTo(RESERVED + 700_000);
    int second = fillUntilPause(buffer, 1);
    assertThat(second).as("the rest of the pool").isEqualTo(RESERVED + 300_000);
    for (int more = 0; more < HEADROOM; more++) {
      assertThat(buffer.admit(buffer.slot(1, 3), 1)).as("byte %d of headroom", more).isEqualTo(SharedBuffer.KEEP);
    }
    assertThat(buffer.admit(buffer.slot(1, 3), 1)).isEqualTo(SharedBuffer.DROP);
    assertThat(buffer.admit(buffer.slot(2, 3), RESERVED)).as("the reserved part of another port").isNotEqualTo(SharedBuffer.DROP);
  }

  @Test
  void aSonicPauseEndsWhenTheReservedPartHoldsTheRest() {
    SharedBuffer buffer = buffer(new SonicProfile(SonicPlatform.SPECTRUM_1, 0, 0, 9100, 1024));
    int held = fillUntilPause(buffer, 0);
    assertThat(held).isEqualTo(19_456 + POOL / 2);
    assertThat(held - releaseUntilResume(buffer, 0)).isEqualTo(19_456);
  }

  @Test
  void portsOfDifferentReservesKeepTheirBooksApart() {
    var small = new PfcLimits(1000, HEADROOM, PfcLimits.UNLIMITED_TH, 5000, 0, PfcLimits.NEVER);
    var large = new PfcLimits(9000, HEADROOM, PfcLimits.UNLIMITED_TH, 7000, 0, PfcLimits.NEVER);
    var buffer = new SharedBuffer(POOL, List.of(small, large), 1);
    assertThat(buffer.poolBytes()).isEqualTo(POOL - 10_000 - 2L * HEADROOM);
    assertThat(fillUntilPause(buffer, 0)).isEqualTo(6000);
    assertThat(fillUntilPause(buffer, 1)).isEqualTo(16_000);
    assertThat(buffer.heldBytes()).isEqualTo(22_000);
    assertThat(releaseUntilResume(buffer, 1)).isEqualTo(7000);
    assertThat(releaseUntilResume(buffer, 0)).isEqualTo(5000);
  }

  /** Priority 3 pauses at half of the pool (2^0), then priority 4 of the same port at its own 40,000 bytes. */
  @Test
  void prioritiesOfOnePortHaveTheirOwnThresholds() {
    var three = new PfcLimits(1000, HEADROOM, 0, PfcLimits.NEVER, 0, PfcLimits.NEVER);
    var four = new PfcLimits(3000, 2 * HEADROOM, PfcLimits.UNLIMITED_TH, 40_000, 0, PfcLimits.NEVER);
    var port = new ArrayList<>(Collections.nCopies(8, three));
    port.set(4, four);
    var buffer = new SharedBuffer(POOL, List.of(port, port));
    assertThat(fillUntilPause(buffer, 0)).isEqualTo(1000 + POOL / 2);
    assertThat(buffer.isPausing(0, 4)).isFalse();
    assertThat(fillUntilPause(buffer, 0, 4)).isEqualTo(3000 + 40_000);
    assertThat(fillUntilPause(buffer, 1, 4)).as("at another port").isEqualTo(3000 + 40_000);
  }

  /** Cable of 100 Gb/s and 1 us: headroom is given, so each port reserves 1000 + 30,000 and 3000 + 60,000 bytes. */
  @Test
  void portsReserveMemoryByPriority() {
    var cable = new PfcProfile.Cable(100 * G, 1_000_000, Framing.ROCEV2, 0);
    var rules = PfcRules.DEFAULT.with(new DynamicProfile(0, 500, 1000, 30_000))
        .with(new BufferProfiles(Map.of(4, new StaticProfile(40_000, 30_000, 3000, 60_000)), Map.of()));
    assertThat(rules.setAsideBytes(cable, 100 * G, 1 << 3, false)).isEqualTo(31_000);
    assertThat(rules.setAsideBytes(cable, 100 * G, 1 << 3 | 1 << 4, false)).isEqualTo(94_000);
    assertThat(rules.setAsideBytes(cable, 100 * G, 1 << 3 | 1 << 4, true)).as("with priority 6").isEqualTo(125_000);
    assertThat(rules.with(1 << 4).setAsideBytes(cable, 100 * G, 1 << 3 | 1 << 4, true)).isEqualTo(63_000);
  }
}
