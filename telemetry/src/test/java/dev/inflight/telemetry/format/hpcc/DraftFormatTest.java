package dev.inflight.telemetry.format.hpcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.HostileBytes;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.PortSnapshot;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** The header of draft-miao-rtgwg-hpccplus-00 Figure 4, bit by bit. */
class DraftFormatTest {
  private static final HexFormat HEX = HexFormat.ofDelimiter(" ");
  private static final long GBPS = 1_000_000_000L;
  private static final String TWO_HOPS = "2b 9f 00 00 41 2d 68 70 1e 84 01 f4 63 12 d0 07 d7 84 ff ff 00 00 00 00";
  private final DraftFormat format = DraftFormat.DEFAULT;

  private int stamp(byte[] bytes, int offset, int length, int limit, int node, long rate, PortSnapshot snapshot) {
    return format.stamper(new EgressLink(node, 1, rate)).stamp(bytes, offset, length, limit, snapshot);
  }

  @Test
  void twoHopsWriteTheBytesOfFigureFour() {
    byte[] bytes = new byte[24];
    Arrays.fill(bytes, (byte) 0xEE);
    assertThat(format.begin(bytes, 0, PathQuery.UTILIZATION)).isEqualTo(8);
    assertThat(HEX.formatHex(bytes, 0, 9)).isEqualTo("00 00 00 00 00 00 00 00 ee");
    // Speed = 100G = code 4. TS = 1,234,567 ns = 0x12D687. txBytes = floor(1,000,000 / 128) = 7812 = 0x01E84.
    // Queue length = 40,000 / 80 = 500 = 0x01F4.
    assertThat(stamp(bytes, 0, 8, 24, 0x123, 100 * GBPS, new PortSnapshot().at(1_234_567_890, 1_000_000, 40_000))).isEqualTo(8);
    assertThat(HEX.formatHex(bytes, 0, 17)).isEqualTo("11 23 00 00 41 2d 68 70 1e 84 01 f4 00 00 00 00 ee");
    // Speed = 400G = code 6. TS = 20,000,000 mod 2^24 = 3,222,784 ns = 0x312D00.
    // txBytes = 200,000,000 / 128 mod 2^20 = 0x7D784. Queue length: 75,000 saturates. pathID = 123 ^ ABC = B9F.
    assertThat(stamp(bytes, 0, 16, 24, 0xFF_ABC, 400 * GBPS, new PortSnapshot().at(20_000_000_000L, 200_000_000, 6_000_000)))
        .isEqualTo(8);
    assertThat(HEX.formatHex(bytes)).isEqualTo(TWO_HOPS);
  }

  @Test
  void theEndpointReadsFigureFour() {
    byte[] bytes = HEX.parseHex(TWO_HOPS);
    var hops = new Hops(1);
    assertThat(format.read(bytes, 0, bytes.length, hops)).isEqualTo(DecodeStatus.READ);
    assertThat(hops).hasToString("path 2975: [t=1234567000ps sent=999936B queue=40000B rate=100000000000b/s]"
        + " [t=3222784000ps sent=65782272B queue=5242800B rate=400000000000b/s]");
    assertThat(hops.cutOff()).isFalse();
  }

  @Test
  void switchesKeepAndEndpointsIgnoreOptionsAndPadding() {
    byte[] bytes = Arrays.copyOf(HEX.parseHex("00 00 be ef ab cd ef 99"), 16);
    stamp(bytes, 0, 8, 16, 1, 10 * GBPS, new PortSnapshot());
    assertThat(HEX.formatHex(bytes)).isEqualTo("10 01 be ef 00 00 00 00 00 00 00 00 ab cd ef 99");
    assertThat(format.read(bytes, 0, 16, new Hops(1))).isEqualTo(DecodeStatus.READ);
    assertThat(format.describe(bytes, 0, 16)).hasToString("DecodedHeader[format=draft, outcome=READ, "
        + "header=[Field[name=nHop, value=1], Field[name=pathId, value=1], Field[name=padding, value=48879], "
        + "Field[name=options, value=11259375], Field[name=optionsPadding, value=153]], "
        + "hops=[[Field[name=rateCode, value=0], Field[name=rateBitsPerSec, value=10000000000], Field[name=timeNs, value=0], "
        + "Field[name=txBytes, value=0], Field[name=queueBytes, value=0]]]]");
  }

  @Test
  void sizesAreWholeWords() {
    assertThat(format.sizeBytes(0)).isEqualTo(8);
    assertThat(format.sizeBytes(5)).isEqualTo(48);
    assertThat(format.bufferBytes(40)).isEqualTo(4 + 15 * 8 + 4);
  }

  @Test
  void theSixteenthHopOnlyChangesThePathId() {
    byte[] bytes = new byte[200];
    int length = format.begin(bytes, 0, PathQuery.UTILIZATION);
    for (int hop = 0; hop < 15; hop++) {
      length += stamp(bytes, 0, length, 200, 0x001, 100 * GBPS, new PortSnapshot().at(hop, 0, 0));
    }
    byte[] expected = bytes.clone();
    assertThat(HEX.formatHex(bytes, 0, 4)).isEqualTo("f0 01 00 00"); // 15 times 001
    assertThat(stamp(bytes, 0, length, 200, 0xF00, 100 * GBPS, new PortSnapshot().at(99_000, 99_000, 99_000))).isZero();
    expected[0] = (byte) 0xFF;
    assertThat(bytes).isEqualTo(expected);
    var hops = new Hops(15);
    format.read(bytes, 0, length, hops);
    assertThat(hops.count()).isEqualTo(15);
    assertThat(hops.cutOff()).isTrue();
    assertThat(hops.pathId()).isEqualTo(0xF01);
  }

  @Test
  void fullBufferKeepsThePathIdCurrent() {
    byte[] bytes = new byte[3 + 16 + 8];
    assertThat(stamp(bytes, 3, 8, 26, 0x123, 100 * GBPS, new PortSnapshot())).isEqualTo(8);
    byte[] expected = bytes.clone();
    assertThat(stamp(bytes, 3, 16, 26, 0x456, 100 * GBPS, new PortSnapshot())).isZero();
    expected[3] = 0x15; // one hop, path 123 ^ 456 = 575
    expected[4] = 0x75;
    assertThat(bytes).isEqualTo(expected);
    assertThat(stamp(bytes, 3, 16, 27, 0x456, 100 * GBPS, new PortSnapshot())).isEqualTo(8);
  }

  @Test
  void wrongBytesDoNoHarm() {
    byte[] valid = HEX.parseHex(TWO_HOPS);
    HostileBytes.assertEveryTruncationIsRefused(format, valid);
    HostileBytes.assertNoHarm(format, valid);
  }

  @Test
  void aLinkFasterThanTheEnumerationIsRefused() {
    assertThat(format.canExpress(3200 * GBPS)).isFalse();
    assertThatThrownBy(() -> format.stamper(new EgressLink(1, 1, 3200 * GBPS))).hasMessageStartingWith(
        "format draft has no code for 3200000000000 b/s, only for " + format.expressibleRates());
    assertThatThrownBy(() -> new DraftFormat(0)).hasMessage("UDP port 0 is outside 1 to 65535");
  }
}
