package dev.inflight.telemetry.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.telemetry.DecodeStatus;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Header of the reflection, and serial numbers that are accepted once. */
class ReflectionTest {
  private static byte[] reflection(int code, boolean sealed, int length) {
    byte[] bytes = new byte[2 + Reflection.HEADER_BYTES];
    Reflection.write(bytes, 2, code, sealed, length);
    return bytes;
  }

  @Test
  void theHeaderIsThatOfTheFigure() {
    assertThat(HexFormat.of().formatHex(reflection(5, false, 42))).isEqualTo("0000" + "1500002a");
    assertThat(HexFormat.of().formatHex(reflection(15, true, 0xFFFF))).isEqualTo("0000" + "1f01ffff");
  }

  @Test
  void readsWrittenReflections() {
    for (int code : new int[] {1, 7, 15}) {
      for (int length : new int[] {0, 1, 255, 256, 0xFFFF}) {
        for (boolean sealed : new boolean[] {false, true}) {
          byte[] bytes = reflection(code, sealed, length);
          assertThat(Reflection.formatCode(bytes, 2)).isEqualTo(code);
          assertThat(Reflection.length(bytes, 2)).isEqualTo(length);
          assertThat(Reflection.isSealed(bytes, 2)).isEqualTo(sealed);
          int whole = 4 + length + (sealed ? 16 : 0);
          assertThat(Reflection.check(bytes, 2, whole)).isEqualTo(DecodeStatus.READ);
          assertThat(Reflection.check(bytes, 2, whole + 1)).isEqualTo(DecodeStatus.READ);
          assertThat(Reflection.check(bytes, 2, whole - 1)).isEqualTo(DecodeStatus.TRUNCATED);
        }
      }
    }
  }

  @Test
  void aNumberOfFlowsIsBetweenTheHeaderAndTheSeal() {
    for (boolean sealed : new boolean[] {false, true}) {
      byte[] bytes = new byte[Reflection.HEADER_BYTES];
      Reflection.write(bytes, 0, 5, true, sealed, 42);
      assertThat(HexFormat.of().formatHex(bytes)).isEqualTo(sealed ? "1503002a" : "1502002a");
      assertThat(Reflection.isCounted(bytes, 0)).isTrue();
      assertThat(Reflection.isSealed(bytes, 0)).isEqualTo(sealed);
      assertThat(Reflection.formatCode(bytes, 0)).isEqualTo(5);
      assertThat(Reflection.length(bytes, 0)).isEqualTo(42);
      int whole = 4 + 42 + 2 + (sealed ? 16 : 0);
      assertThat(Reflection.check(bytes, 0, whole)).isEqualTo(DecodeStatus.READ);
      assertThat(Reflection.check(bytes, 0, whole - 1)).isEqualTo(DecodeStatus.TRUNCATED);
    }
    assertThat(Reflection.isCounted(reflection(15, true, 0xFFFF), 2)).isFalse();
  }

  @Test
  void numbersOfFlowsSaturate() {
    byte[] bytes = new byte[5];
    for (int flows : new int[] {0, 1, 255, 256, 65_534, 65_535}) {
      Reflection.writeFlows(bytes, 2, flows);
      assertThat(Reflection.readFlows(bytes, 2)).isEqualTo(flows);
    }
    for (int flows : new int[] {65_536, 65_537, 1_000_000, Integer.MAX_VALUE}) {
      Reflection.writeFlows(bytes, 2, flows);
      assertThat(HexFormat.of().formatHex(bytes)).as("%d", flows).isEqualTo("0000ffff00");
    }
  }

  @Test
  void lessThanAHeaderIsTruncatedAndAnotherVersionUnsupported() {
    byte[] bytes = reflection(1, false, 0);
    assertThat(Reflection.check(bytes, 2, 3)).isEqualTo(DecodeStatus.TRUNCATED);
    assertThat(Reflection.check(new byte[3], 0, 3)).as("it may be all there is").isEqualTo(DecodeStatus.TRUNCATED);
    bytes[2] = 0x21;
    assertThat(Reflection.check(bytes, 2, 4)).isEqualTo(DecodeStatus.UNSUPPORTED);
    bytes[2] = 0x01;
    assertThat(Reflection.check(bytes, 2, 4)).isEqualTo(DecodeStatus.UNSUPPORTED);
  }

  @Test
  void sizeIsFourBytesMoreThanTheContentOrZero() {
    assertThat(Reflection.sizeBytes(0)).isZero();
    assertThat(Reflection.sizeBytes(1)).isEqualTo(5);
    assertThat(Reflection.sizeBytes(58)).isEqualTo(62);
  }

  @Test
  void aSerialNumberComesOnceAndUpTo63BehindTheNewest() {
    var replays = new ReplayWindow();
    assertThat(replays.isNew(-1)).isFalse();
    assertThat(replays.isNew(0)).isTrue();
    assertThat(replays.isNew(0)).isFalse();
    assertThat(replays.isNew(100)).isTrue();
    assertThat(replays.isNew(36)).as("64 behind").isFalse();
    assertThat(replays.isNew(37)).as("63 behind").isTrue();
    assertThat(replays.isNew(37)).isFalse();
    assertThat(replays.isNew(163)).as("63 ahead").isTrue();
    assertThat(replays.isNew(100)).as("seen, 63 behind").isFalse();
    assertThat(replays.isNew(227)).as("64 ahead").isTrue();
    assertThat(replays.isNew(164)).as("63 behind").isTrue();
    assertThat(replays.isNew(163)).as("seen, 64 behind").isFalse();
  }

  @Test
  void windowAgreesWithASetOfAllSerialNumbers() {
    var random = new SplittableRandom(1);
    var replays = new ReplayWindow();
    Set<Long> seen = new HashSet<>();
    long newest = -1;
    for (int step = 0; step < 100_000; step++) {
      long serial = Math.max(0, newest + random.nextInt(-80, random.nextInt(10) == 0 ? 100 : 3));
      boolean expected = serial > newest || newest - serial < 64 && !seen.contains(serial);
      assertThat(replays.isNew(serial)).as("%d after %d", serial, newest).isEqualTo(expected);
      seen.add(serial);
      newest = Math.max(newest, serial);
    }
  }
}
