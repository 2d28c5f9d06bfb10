package dev.inflight.net.switching;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.switching.pfc.ByRateProfile;
import org.junit.jupiter.api.Test;

/** The rules of the shared buffer to the byte: memory of a port, its pauses, its headroom, and the ends of pauses. */
class SharedBufferRulesTest {
  private static final long G = 1_000_000_000L;
  private static final int PORTS = 4;
  private static final int HEADROOM = 37_500;
  private static final int RESERVED = ByRateProfile.RESERVED_BYTES;
  private static final long BUFFER = 2_000_000;
  private static final long POOL = BUFFER - PORTS * (HEADROOM + RESERVED);
  /** Limit of port 0 alone: an eighth of the memory that it leaves free. */
  private static final long SHARE = POOL / 9;
  private static final int SLOW = 0;
  private static final int FAST = 3;

  private final SharedBuffer buffer = new SharedBuffer(BUFFER,
      TestLimits.byRate(HEADROOM, new long[] {100 * G, 100 * G, 200 * G, 1600 * G}, 100 * G), 1);

  private int admit(int port, int size) {
    return buffer.admit(buffer.slot(port, 3), size);
  }

  private boolean release(int port, int size) {
    return buffer.release(buffer.slot(port, 3), size);
  }

  /** Fills byte by byte until a pause is due, which must come before the buffer is full; returns the bytes that were kept. */
  private int fillUntilPause(int port) {
    int answer = SharedBuffer.KEEP;
    int held = 0;
    while (answer == SharedBuffer.KEEP && held < BUFFER) {
      answer = admit(port, 1);
      held++;
    }
    assertThat(answer).as("after %d bytes", held).isEqualTo(SharedBuffer.KEEP_AND_PAUSE);
    return held;
  }

  @Test
  void portPausesWhenItsSharedBytesReachItsThreshold() {
    assertThat(fillUntilPause(SLOW)).isEqualTo(RESERVED + SHARE);
  }

  @Test
  void thePacketThatDoesNotFitTheShareGoesToTheHeadroomAndPauses() {
    for (int held = 0; held < RESERVED + SHARE - 100; held += 100) {
      assertThat(admit(SLOW, 100)).isEqualTo(SharedBuffer.KEEP);
    }
    assertThat(admit(SLOW, 200)).isEqualTo(SharedBuffer.KEEP_AND_PAUSE);
    assertThat(release(SLOW, 200)).as("the share is still too full to end the pause").isFalse();
  }

  @Test
  void afterAPauseTheHeadroomIsTakenToItsLastByteAndNotBeyond() {
    fillUntilPause(SLOW);
    int more = 0;
    while (more <= HEADROOM && admit(SLOW, 1) == SharedBuffer.KEEP) {
      more++;
    }
    assertThat(more).isEqualTo(HEADROOM);
    assertThat(admit(SLOW, 1)).isEqualTo(SharedBuffer.DROP);
    assertThat(buffer.heldBytes()).isEqualTo(RESERVED + SHARE + HEADROOM);
  }

  @Test
  void droppedPacketsTakeNoRoom() {
    fillUntilPause(SLOW);
    assertThat(admit(SLOW, HEADROOM + 1)).isEqualTo(SharedBuffer.DROP);
    assertThat(admit(SLOW, HEADROOM)).isEqualTo(SharedBuffer.KEEP);
  }

  @Test
  void pauseLastsWhileHeadroomIsInUse() {
    int others = 800_000; // less than the share of a fast port
    assertThat(admit(FAST, others)).isEqualTo(SharedBuffer.KEEP);
    fillUntilPause(SLOW);
    for (int packet = 0; packet < 20; packet++) {
      assertThat(admit(SLOW, 1000)).isEqualTo(SharedBuffer.KEEP);
    }
    release(FAST, others);
    for (int packet = 1; packet < 20; packet++) {
      assertThat(release(SLOW, 1000)).as("packet %d leaves headroom in use", packet).isFalse();
      assertThat(buffer.isPausing(SLOW, 3)).isTrue();
    }
    assertThat(release(SLOW, 1000)).as("the last packet leaves the headroom empty and the share far from full").isTrue();
    assertThat(buffer.isPausing(SLOW, 3)).isFalse();
  }

  @Test
  void aPauseEndsWhenTheShareIsThreeKibibytesBelowItsThreshold() {
    long held = fillUntilPause(SLOW);
    boolean resumed = false;
    while (!resumed && held > 0) {
      held--;
      resumed = release(SLOW, 1);
    }
    long shared = held - RESERVED;
    assertThat(shared + 3072).isLessThanOrEqualTo((POOL - shared) / 8);
    assertThat(shared + 1 + 3072).as("not a byte later").isGreaterThan((POOL - shared - 1) / 8);
  }

  @Test
  void aPauseEndsWithoutThatMarginOnceThePortSharesNothing() {
    // So small a pool that the threshold never reaches the margin.
    int smallPool = 20_000;
    var small = new SharedBuffer(BUFFER - POOL + smallPool,
        TestLimits.byRate(HEADROOM, new long[] {100 * G, 100 * G, 100 * G, 100 * G}, 100 * G), 1);
    int share = smallPool / 9;
    int slot = small.slot(SLOW, 3);
    assertThat(small.admit(slot, RESERVED + share)).isEqualTo(SharedBuffer.KEEP_AND_PAUSE);
    for (int shared = share - 1; shared > 0; shared--) {
      assertThat(small.release(slot, 1)).isFalse();
    }
    assertThat(small.release(slot, 1)).isTrue();
  }

  @Test
  void everythingGivenBackLeavesTheBufferAsItWas() {
    for (int round = 0; round < 3; round++) {
      int held = fillUntilPause(SLOW);
      assertThat(held).isEqualTo(RESERVED + SHARE);
      admit(SLOW, HEADROOM);
      release(SLOW, held + HEADROOM);
      assertThat(buffer.heldBytes()).isZero();
      assertThat(buffer.isPausing(SLOW, 3)).isFalse();
    }
  }

  @Test
  void failedCableClearsThePausesOfItsPortOnly() {
    fillUntilPause(SLOW);
    fillUntilPause(1);
    buffer.forgetPauses(SLOW);
    assertThat(buffer.isPausing(SLOW, 3)).isFalse();
    assertThat(buffer.isPausing(1, 3)).isTrue();
    assertThat(admit(SLOW, 1)).as("the port is still over its share, and says so again").isEqualTo(SharedBuffer.KEEP_AND_PAUSE);
  }
}
