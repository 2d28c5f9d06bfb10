package dev.inflight.telemetry.format.hpcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.TelemetryCodec;
import dev.inflight.telemetry.TelemetryFormat;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** The bit fields of the HPCC authors' simulator, least significant first. */
class AuthorsFormatTest {
  private static final HexFormat HEX = HexFormat.ofDelimiter(" ");
  private static final long GBPS = 1_000_000_000L;
  private final AuthorsFormat format = new AuthorsFormat(1);

  @Test
  void twoHopsWriteTheBitFieldsOfTheSimulator() {
    byte[] bytes = new byte[42];
    format.begin(bytes, 0, PathQuery.UTILIZATION);
    // B = 100G = 2. TS = 1,234,567 ns << 3 = 0x96B438. txBytes = 7812 << 27 = 0xF4_2000_0000. qLen = 500 << 47 =
    // 0xFA_0000_0000_0000.
    // The sum is 0x00FA_00F4_2096_B43A, stored with its last byte first.
    assertThat(stamp(format, 7, 100 * GBPS, bytes, 0, 1_234_567_890, 1_000_000, 40_000)).isZero();
    // B = 400G = 4. TS = 20,000,000 mod 2^24 = 3,222,784. txBytes = 1,562,500 mod 2^20 = 513,924.
    // qLen = (2^17 + 7) * 80 bytes: wraps to 7. The word is 7 << 47 | 513,924 << 27 | 3,222,784 << 3 | 4 = 0x0003_BEBC_2189_6804.
    assertThat(stamp(format, 8, 400 * GBPS, bytes, 0, 20_000_000_000L, 200_000_000, 131_079 * 80L)).isZero();
    assertThat(HEX.formatHex(bytes)).isEqualTo("3a b4 96 20 f4 00 fa 00 " + "04 68 89 21 bc be 03 00 "
        + "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 " + "02 00");
  }

  @Test
  void endpointReadsTheBitFields() {
    byte[] bytes = new byte[42];
    System.arraycopy(HEX.parseHex("3a b4 96 20 f4 00 fa 00 04 68 89 21 bc be 03 00"), 0, bytes, 0, 16);
    bytes[40] = 2;
    var hops = new Hops(1);
    format.read(bytes, 0, bytes.length, hops);
    assertThat(hops).hasToString("path 0: [t=1234567000ps sent=999936B queue=40000B rate=100000000000b/s]"
        + " [t=3222784000ps sent=65782272B queue=560B rate=400000000000b/s]");
  }

  @Test
  void theMultiplierStretchesBothUnitsOfBytes() {
    var coarse = new AuthorsFormat(10);
    byte[] bytes = new byte[42];
    stamp(coarse, 1, 25 * GBPS, bytes, 0, 0, 12_799, 1_599);
    var hops = new Hops(1);
    coarse.read(bytes, 0, bytes.length, hops);
    assertThat(hops.sentBytes(0)).isEqualTo(9 * 1280); // floor(12,799 / 1280) = 9
    assertThat(hops.queueBytes(0)).isEqualTo(800); // floor(1,599 / 800) = 1
  }

  @Test
  void theMultiplierHasARange() {
    assertThatThrownBy(() -> new AuthorsFormat(0)).hasMessage("multiplier 0 is outside 1 to 65535");
    assertThatThrownBy(() -> new AuthorsFormat(65_536)).hasMessage("multiplier 65536 is outside 1 to 65535");
    assertThat(new AuthorsFormat(65_535).sizeBytes(0)).isEqualTo(42);
  }

  @Test
  void theSenderReservesAllFiveHops() {
    assertThat(format.sizeBytes(0)).isEqualTo(42);
    assertThat(format.sizeBytes(5)).isEqualTo(42);
    assertThat(format.bufferBytes(9)).isEqualTo(42);
  }

  @Test
  void theSixthHopOverwritesTheFirstAndTheReportIsCutOff() {
    byte[] bytes = new byte[42];
    var hops = new Hops(5);
    for (int hop = 1; hop <= 6; hop++) {
      stamp(format, hop, 100 * GBPS, bytes, 0, hop * 1000L, 0, 0);
      format.read(bytes, 0, bytes.length, hops);
      assertThat(hops.cutOff()).as("after %d hops", hop).isEqualTo(hop == 6);
    }
    assertThat(hops.count()).isEqualTo(5);
    assertThat(hops.timePs(0)).isEqualTo(6000);
    assertThat(hops.timePs(1)).isEqualTo(2000);
    assertThat(HEX.formatHex(bytes, 40, 42)).isEqualTo("06 00");
  }

  @Test
  void anAreaThatIsTooSmallStaysAsItWas() {
    byte[] bytes = new byte[41];
    var stamper = format.stamper(new EgressLink(1, 1, 100 * GBPS));
    assertThat(stamp(stamper, bytes, 0, 1_000_000, 1000, 1000)).isZero();
    assertThat(bytes).isEqualTo(new byte[41]);
  }

  @Test
  void aRateWithoutMeaningReadsAsUnknown() {
    var hops = new Hops(1);
    for (int code = 5; code < 8; code++) {
      byte[] bytes = new byte[42];
      bytes[0] = (byte) code;
      bytes[40] = 1;
      format.read(bytes, 0, bytes.length, hops);
      assertThat(hops.rateBitsPerSec(0)).as("code %d", code).isZero();
    }
  }

  @Test
  void aLinkFasterThanTheEnumerationIsRefused() {
    assertThat(format.canExpress(800 * GBPS)).isFalse();
    assertThatThrownBy(() -> format.stamper(new EgressLink(1, 1, 800 * GBPS))).isInstanceOf(IllegalArgumentException.class)
        .hasMessage("format authors has no code for 800000000000 b/s, only for 25, 50, 100, 200, 400 Gbps");
    assertThat(Arrays.stream(new long[] {25, 50, 100, 200, 400}).allMatch(rate -> format.canExpress(rate * GBPS))).isTrue();
  }

  private static int stamp(TelemetryFormat format, int node, long rate, byte[] bytes, int offset, long nowPs, long sent,
      long queue) {
    return stamp(format.stamper(new EgressLink(node, 1, rate)), bytes, offset, nowPs, sent, queue);
  }

  private static int stamp(TelemetryCodec.Stamper stamper, byte[] bytes, int offset, long nowPs, long sent, long queue) {
    return stamper.stamp(bytes, offset, bytes.length - offset, bytes.length, new PortSnapshot().at(nowPs, sent, queue));
  }
}
