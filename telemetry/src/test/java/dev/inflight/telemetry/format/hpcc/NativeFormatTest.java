package dev.inflight.telemetry.format.hpcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.TelemetryCodec;
import dev.inflight.telemetry.TelemetryFormat;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The header of SIGCOMM'19 Figure 7, bit by bit. */
class NativeFormatTest {
  private static final HexFormat HEX = HexFormat.ofDelimiter(" ");
  private static final long GBPS = 1_000_000_000L;
  private final NativeFormat format = NativeFormat.DEFAULT;

  @Test
  void twoHopsWriteTheBytesOfFigureSeven() {
    byte[] bytes = new byte[18];
    format.begin(bytes, 0, PathQuery.UTILIZATION);
    // B = 100G = code 4. TS = 1,234,567 ns = 0x12D687. txBytes = floor(1,000,000 / 128) = 7812 = 0x01E84.
    // qLen = 40,000 / 80 = 500 = 0x01F4. The record: 4 | 12D687 | 01E84 | 01F4. The header: nHop 1 | pathID 123.
    assertThat(stamp(format, 0x123, 100 * GBPS, bytes, 0, 1_234_567_890, 1_000_000, 40_000)).isEqualTo(8);
    assertThat(HEX.formatHex(bytes)).isEqualTo("11 23 41 2d 68 70 1e 84 01 f4 00 00 00 00 00 00 00 00");
    // B = 400G = code 6. TS = 20,000,000 mod 2^24 = 3,222,784 ns = 0x312D00.
    // txBytes = 200,000,000 / 128 = 1,562,500 mod 2^20 = 513,924 = 0x7D784. qLen = 6,000,000 / 80 = 75,000, saturates: 0xFFFF.
    // The header: nHop 2 | pathID 123 ^ ABC = B9F.
    assertThat(stamp(format, 0xABC, 400 * GBPS, bytes, 0, 20_000_000_000L, 200_000_000, 6_000_000)).isEqualTo(8);
    assertThat(HEX.formatHex(bytes)).isEqualTo("2b 9f 41 2d 68 70 1e 84 01 f4 63 12 d0 07 d7 84 ff ff");
  }

  @Test
  void theEndpointReadsFigureSevenInTheUnitsOfThePaper() {
    byte[] bytes = HEX.parseHex("2b 9f 41 2d 68 70 1e 84 01 f4 63 12 d0 07 d7 84 ff ff");
    var hops = new Hops(1);
    format.read(bytes, 0, bytes.length, hops);
    assertThat(hops).hasToString("path 2975: [t=1234567000ps sent=999936B queue=40000B rate=100000000000b/s]"
        + " [t=3222784000ps sent=65782272B queue=5242800B rate=400000000000b/s]");
    assertThat(hops.cutOff()).isFalse();
  }

  @Test
  void recordIsTheSequenceOfItsFields() {
    long[] codes = {10, 25, 40, 50, 100, 200, 400, 800, 1600, 1};
    var random = new SplittableRandom(1);
    for (int round = 0; round < 1000; round++) {
      int code = random.nextInt(codes.length);
      long nowPs = random.nextLong(1L << 60);
      long sent = random.nextLong(1L << 60);
      long queue = random.nextLong(5_242_880);
      byte[] bytes = new byte[10];
      stamp(format, 5, codes[code] * GBPS, bytes, 0, nowPs, sent, queue);
      String bits = bits(code, 4) + bits(nowPs / 1000, 24) + bits(sent / 128, 20) + bits(queue / 80, 16);
      assertThat(HEX.formatHex(bytes)).isEqualTo("10 05 " + HEX.formatHex(bytesOf(bits)));
    }
  }

  private static String bits(long value, int width) {
    String all = "0".repeat(64) + Long.toBinaryString(value);
    return all.substring(all.length() - width);
  }

  private static byte[] bytesOf(String bits) {
    byte[] signed = new BigInteger("1" + bits, 2).toByteArray();
    return Arrays.copyOfRange(signed, signed.length - 8, signed.length);
  }

  @Test
  void fiveHopsAreFortyTwoBytes() {
    assertThat(format.sizeBytes(5)).isEqualTo(42); // SIGCOMM'19 §4.1
    assertThat(format.sizeBytes(0)).isEqualTo(2);
    assertThat(format.bufferBytes(40)).isEqualTo(2 + 15 * 8);
  }

  @Test
  void theSixteenthHopOnlyChangesThePathId() {
    byte[] bytes = new byte[200];
    format.begin(bytes, 0, PathQuery.UTILIZATION);
    var stamper = format.stamper(new EgressLink(0x001, 1, 100 * GBPS));
    for (int hop = 0; hop < 15; hop++) {
      stamp(stamper, bytes, 0, hop, 0, 0);
    }
    byte[] full = bytes.clone();
    assertThat(stamp(format, 0xF00, 100 * GBPS, bytes, 0, 99_000, 99_000, 99_000)).isZero();
    assertThat(HEX.formatHex(full, 0, 2)).isEqualTo("f0 01"); // 15 times 001
    assertThat(HEX.formatHex(bytes, 0, 2)).isEqualTo("ff 01");
    assertThat(Arrays.copyOfRange(bytes, 2, 200)).isEqualTo(Arrays.copyOfRange(full, 2, 200));
    var hops = new Hops(15);
    format.read(bytes, 0, bytes.length, hops);
    assertThat(hops.count()).isEqualTo(15);
    assertThat(hops.cutOff()).isTrue();
    assertThat(hops.pathId()).isEqualTo(0xF01);
  }

  @Test
  void fullBufferKeepsThePathIdCurrent() {
    byte[] bytes = new byte[3 + 2 + 8 + 7];
    var stamper = format.stamper(new EgressLink(0x123, 1, 100 * GBPS));
    assertThat(stamp(stamper, bytes, 3, 0, 0, 0)).isEqualTo(8);
    byte[] before = bytes.clone();
    assertThat(stamp(format, 0x456, 100 * GBPS, bytes, 3, 99_000, 99_000, 99_000)).isZero();
    before[3] = 0x15; // one hop, path 123 ^ 456 = 575
    before[4] = 0x75;
    assertThat(bytes).isEqualTo(before);
  }

  @Test
  void switchIdsKeepTheirLowTwelveBits() {
    byte[] bytes = new byte[10];
    stamp(format, 0x7FFFF123, 100 * GBPS, bytes, 0, 0, 0, 0);
    assertThat(HEX.formatHex(bytes, 0, 2)).isEqualTo("11 23");
  }

  @Test
  void aRateWithoutMeaningReadsAsUnknown() {
    var hops = new Hops(1);
    for (int code = 10; code < 16; code++) {
      byte[] bytes = HEX.parseHex("10 00 00 00 00 00 00 00 00 00");
      bytes[2] = (byte) (code << 4);
      format.read(bytes, 0, bytes.length, hops);
      assertThat(hops.rateBitsPerSec(0)).as("code %d", code).isZero();
    }
  }

  @Test
  void aLinkFasterThanTheEnumerationIsRefused() {
    assertThat(format.canExpress(3200 * GBPS)).isFalse();
    assertThatThrownBy(() -> format.stamper(new EgressLink(1, 1, 3200 * GBPS))).isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "format native has no code for 3200000000000 b/s, only for 1, 10, 25, 40, 50, 100, 200, 400, 800, 1600 Gbps");
  }

  private static int stamp(TelemetryFormat format, int node, long rate, byte[] bytes, int offset, long nowPs, long sent,
      long queue) {
    return stamp(format.stamper(new EgressLink(node, 1, rate)), bytes, offset, nowPs, sent, queue);
  }

  private static int stamp(TelemetryCodec.Stamper stamper, byte[] bytes, int offset, long nowPs, long sent, long queue) {
    int length = 2 + 8 * (bytes[offset] >> 4 & 0xF);
    return stamper.stamp(bytes, offset, length, bytes.length, new PortSnapshot().at(nowPs, sent, queue));
  }
}
