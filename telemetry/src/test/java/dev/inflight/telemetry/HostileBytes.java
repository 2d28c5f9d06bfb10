package dev.inflight.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;

/** Invalid headers, and frames of other implementations. */
public final class HostileBytes {
  private static final int ROUNDS = 20_000;
  private static final int AROUND = 40;

  private HostileBytes() {
  }

  /** A header cut anywhere, or followed by other bytes, accepts no hop; readers reject a truncated one. */
  public static void assertEveryTruncationIsRefused(TelemetryCodec format, byte[] whole) {
    assertThat(format.read(whole, 0, whole.length, new Hops(1))).isEqualTo(DecodeStatus.READ);
    assertThat(format.format().lengthBytes(whole, 0, TelemetryFormat.PREFIX_BYTES)).isEqualTo(whole.length);
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      var hops = new Hops(1);
      assertThat(format.read(cut, 0, length, hops)).as("%d bytes", length).isEqualTo(DecodeStatus.TRUNCATED);
      assertThat(hops.count()).isZero();
      assertThat(format.describe(cut, 0, length).outcome()).isEqualTo(DecodeStatus.TRUNCATED);
      assertThat(format.format().lengthBytes(cut, 0, length)).isIn(-1, whole.length);
      assertTakesNoHop(format, cut, length);
    }
    assertThat(format.read(Arrays.copyOf(whole, whole.length + 1), 0, whole.length + 1, new Hops(1)))
        .isEqualTo(DecodeStatus.READ);
    assertTakesNoHop(format, whole, whole.length + 1);
  }

  private static void assertTakesNoHop(TelemetryCodec format, byte[] header, int length) {
    byte[] roomy = Arrays.copyOf(header, length + 200);
    byte[] before = roomy.clone();
    int grown = format.stamper(new EgressLink(1, 1, 100_000_000_000L)).stamp(roomy, 0, length, roomy.length, new PortSnapshot());
    assertThat(grown).isZero();
    assertThat(roomy).isEqualTo(before);
  }

  /** Headers with wrong bytes and wrong lengths cause no harm: no exception, and no dependence on the bytes around them. */
  public static void assertNoHarm(TelemetryCodec format, byte[] valid) {
    var random = new SplittableRandom(11);
    var stamper = format.stamper(new EgressLink(1, 1, 100_000_000_000L));
    for (int round = 0; round < ROUNDS; round++) {
      byte[] wrong = Arrays.copyOf(valid, random.nextInt(valid.length + 9));
      for (int change = random.nextInt(5); change > 0 && wrong.length > 0; change--) {
        wrong[random.nextInt(Math.min(wrong.length, 1 << random.nextInt(2, 7)))] = (byte) random.nextInt(256);
      }
      String tight = reading(format, wrong, 0, wrong.length);
      assertThat(reading(format, within(wrong, 0x00), AROUND, wrong.length)).isEqualTo(tight);
      assertThat(reading(format, within(wrong, 0xFF), AROUND, wrong.length)).isEqualTo(tight);
      int limit = AROUND + wrong.length + random.nextInt(AROUND);
      assertStampStaysInside(stamper, within(wrong, 0xA5), wrong.length, limit);
    }
  }

  private static void assertStampStaysInside(TelemetryCodec.Stamper stamper, byte[] bytes, int length, int limit) {
    byte[] before = bytes.clone();
    var snapshot = new PortSnapshot().at(1_000_000, 1_000_000, 1_000);
    int growth = stamper.stamp(bytes, AROUND, length, limit, snapshot);
    assertThat(AROUND + length + growth).isBetween(AROUND + length, limit);
    for (int at = 0; at < bytes.length; at++) {
      if (at < AROUND || at >= AROUND + length + growth) {
        assertThat(bytes[at]).isEqualTo(before[at]);
      }
    }
  }

  private static byte[] within(byte[] bytes, int fill) {
    byte[] large = new byte[bytes.length + 2 * AROUND];
    Arrays.fill(large, (byte) fill);
    System.arraycopy(bytes, 0, large, AROUND, bytes.length);
    return large;
  }

  private static String reading(TelemetryCodec format, byte[] bytes, int offset, int length) {
    var hops = new Hops(1);
    DecodeStatus outcome = format.read(bytes, offset, length, hops);
    assertThat(hops.count() == 0 || outcome == DecodeStatus.READ).isTrue();
    for (int hop = 0; hop < hops.count(); hop++) {
      assertThat(hops.timePs(hop)).isNotNegative();
      assertThat(hops.sentBytes(hop)).isNotNegative();
      assertThat(hops.queueBytes(hop)).isNotNegative();
      assertThat(hops.rateBitsPerSec(hop)).isNotNegative();
      assertThat(hops.utilization(hop)).isLessThanOrEqualTo(1);
    }
    DecodedHeader description = format.describe(bytes, offset, length);
    if (outcome != DecodeStatus.UNSUPPORTED) { // a header that cannot be measured may still be described
      assertThat(description.outcome()).isEqualTo(outcome);
    }
    return outcome + " " + hops + " " + description + " " + format.format().lengthBytes(bytes, offset, length);
  }

  /**
   * Frame of that name in a file of vectors: lines of name, length, hex. The frames were built from the lists of fields in the
   * tests of INT and IFA layers proposed for scapy, and have every IP, UDP and TCP checksum of those tests.
   */
  public static byte[] vector(String file, String name) {
    try (InputStream lines = HostileBytes.class.getResourceAsStream("/vectors/" + file)) {
      return new String(lines.readAllBytes(), StandardCharsets.US_ASCII).lines().map(line -> line.split(" "))
          .filter(words -> words[0].equals(name)).map(words -> HexFormat.of().parseHex(words[2])).findFirst().orElseThrow();
    } catch (IOException lost) {
      throw new UncheckedIOException(lost);
    }
  }
}
