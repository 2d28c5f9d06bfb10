package dev.inflight.telemetry.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.telemetry.DecodeStatus;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Changed, forged and repeated reports are rejected. */
class ReportMacTest {
  private final ReportMac seal = new ReportMac(0x0f0e0d0c0b0a0908L, 0x0706050403020100L);

  @Test
  void sipHashGivesTheValuesOfItsPaper() {
    // Aumasson and Bernstein, appendix A: key 00 01 .. 0f, message 00 01 .. 0e.
    var hash = new SipHash(0x0f0e0d0c0b0a0908L, 0x0706050403020100L);
    byte[] message = new byte[15];
    for (int at = 0; at < message.length; at++) {
      message[at] = (byte) at;
    }
    assertThat(hash.of(message, 0, 15)).isEqualTo(0xa129ca6149be45e5L);
    // The first of the reference implementation's vectors: the empty message.
    assertThat(hash.of(message, 0, 0)).isEqualTo(0x726fdb47dd0e0e31L);
  }

  @Test
  void numbersInFrontHashLikeTheirBytes() {
    var hash = new SipHash(1, 2);
    byte[] all = new byte[32 + 5];
    for (int at = 0; at < 8; at++) {
      all[at] = (byte) (0x1122334455667788L >>> 8 * at);
      all[8 + at] = (byte) (7L >>> 8 * at);
      all[16 + at] = (byte) (-1L >>> 8 * at);
      all[24 + at] = (byte) (0x0F0E0D0C0B0A0908L >>> 8 * at);
    }
    for (int at = 32; at < all.length; at++) {
      all[at] = (byte) (at * 37);
    }
    assertThat(hash.of(all, 32, all.length, 0x1122334455667788L, 7, -1, 0x0F0E0D0C0B0A0908L))
        .isEqualTo(hash.of(all, 0, all.length));
  }

  @Test
  void sealedReportsPassAndChangedOnesFail() {
    var random = new SplittableRandom(1);
    byte[] report = new byte[42 + ReportMac.BYTES];
    for (int round = 0; round < 100; round++) {
      random.nextBytes(report);
      seal.seal(report, 0, 42, 5, 77_000, 9, round);
      assertThat(seal.matches(report, 0, 42, 5, 77_000, 9)).isTrue();
      assertThat(ReportMac.serial(report, 42)).isEqualTo(round);
      assertThat(seal.matches(report, 0, 42, 6, 77_000, 9)).isFalse();
      assertThat(seal.matches(report, 0, 42, 5, 78_000, 9)).isFalse();
      assertThat(seal.matches(report, 0, 42, 5, 77_000, 8)).isFalse();
      assertThat(new ReportMac(1, 2).matches(report, 0, 42, 5, 77_000, 9)).isFalse();
      for (int at = 0; at < report.length; at++) {
        report[at] ^= 4;
        assertThat(seal.matches(report, 0, 42, 5, 77_000, 9)).as("byte %d changed", at).isFalse();
        report[at] ^= 4;
      }
    }
  }

  @Test
  void eachSerialNumberPassesOnce() {
    var replays = new ReplayWindow();
    assertThat(replays.isNew(0)).isTrue();
    assertThat(replays.isNew(0)).isFalse();
    assertThat(replays.isNew(5)).isTrue();
    assertThat(replays.isNew(3)).isTrue(); // it was overtaken
    assertThat(replays.isNew(3)).isFalse();
    assertThat(replays.isNew(5)).isFalse();
    assertThat(replays.isNew(68)).isTrue();
    assertThat(replays.isNew(4)).as("64 behind: nobody can tell").isFalse();
    assertThat(replays.isNew(6)).isTrue();
    assertThat(replays.isNew(1_000_000)).isTrue();
    assertThat(replays.isNew(68)).isFalse();
    assertThat(replays.isNew(-1)).isFalse();
    assertThat(replays.isNew(Long.MAX_VALUE)).isTrue();
    assertThat(replays.isNew(Long.MAX_VALUE - 63)).isTrue();
    assertThat(replays.isNew(Long.MAX_VALUE - 63)).isFalse();
  }

  @Test
  void reflectionStatesItsContent() {
    byte[] bytes = new byte[4 + 42 + 16];
    Reflection.write(bytes, 0, 5, true, 42);
    assertThat(Reflection.check(bytes, 0, bytes.length)).isEqualTo(DecodeStatus.READ);
    assertThat(Reflection.formatCode(bytes, 0)).isEqualTo(5);
    assertThat(Reflection.isSealed(bytes, 0)).isTrue();
    assertThat(Reflection.length(bytes, 0)).isEqualTo(42);
    assertThat(bytes).startsWith(0x15, 0x01, 0x00, 0x2A);
    for (int available = 0; available < bytes.length; available++) {
      assertThat(Reflection.check(bytes, 0, available)).isEqualTo(DecodeStatus.TRUNCATED);
    }
    bytes[0] = 0x25;
    assertThat(Reflection.check(bytes, 0, bytes.length)).isEqualTo(DecodeStatus.UNSUPPORTED);
  }
}
