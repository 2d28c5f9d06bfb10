package dev.inflight.telemetry.format.p4int;

import static dev.inflight.telemetry.format.p4int.IntFormatTest.FORMAT;
import static dev.inflight.telemetry.format.p4int.IntFormatTest.GBPS;
import static dev.inflight.telemetry.format.p4int.IntFormatTest.HEX;
import static dev.inflight.telemetry.format.p4int.IntFormatTest.LINKS;
import static dev.inflight.telemetry.format.p4int.IntFormatTest.TWO_HOPS;
import static dev.inflight.telemetry.format.p4int.IntFormatTest.roomy;
import static dev.inflight.telemetry.format.p4int.IntFormatTest.snapshot;
import static dev.inflight.telemetry.format.p4int.IntFormatTest.stamper;
import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.DecodedHeader;
import dev.inflight.telemetry.DecodedHeader.Field;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.NetworkFacts;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.format.p4int.IntFormat.TimestampUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** INT-MD transit hops with headers of all kinds (P4.org INT version 2.1). */
class IntTransitTest {
  @Test
  void setsEAndPushesNothingWithoutRemainingHops() {
    byte[] bytes = roomy("14 03 12 b7 20 00 06 00 d5 00 00 00 00 00 00 00");
    byte[] expected = bytes.clone();
    expected[4] = 0x24;
    assertThat(stamper().stamp(bytes, 0, 16, 1200, new PortSnapshot())).isZero();
    assertThat(bytes).isEqualTo(expected);
    var hops = new Hops(1);
    FORMAT.read(bytes, 0, 16, hops);
    assertThat(hops.cutOff()).isTrue();
  }

  @Test
  void setsMAndPushesNothingWithoutRoomInThePacket() {
    byte[] bytes = roomy(HEX.formatHex(TWO_HOPS));
    byte[] expected = bytes.clone();
    expected[4] = 0x22;
    assertThat(stamper().stamp(bytes, 0, 64, 64 + 23, new PortSnapshot())).isZero();
    assertThat(bytes).isEqualTo(expected);
    var hops = new Hops(1);
    FORMAT.read(bytes, 0, 64, hops);
    assertThat(hops.cutOff()).isTrue();
    assertThat(hops.count()).isEqualTo(2);
    assertThat(stamper().stamp(bytes, 0, 64, 64 + 24, new PortSnapshot())).isEqualTo(24); // a hop with a larger MTU
    assertThat(HEX.formatHex(bytes, 0, 8)).isEqualTo("14 15 12 b7 22 00 06 fc");
  }

  @Test
  void lengthOverflowSetsM() {
    byte[] bytes = new byte[1200];
    int length = FORMAT.begin(bytes, 0, PathQuery.UTILIZATION);
    for (int hop = 0; hop < 42; hop++) {
      assertThat(stamper().stamp(bytes, 0, length, 1200, new PortSnapshot())).isEqualTo(24);
      length += 24;
    }
    assertThat(HEX.formatHex(bytes, 0, 8)).isEqualTo("14 ff 12 b7 20 00 06 d5");
    assertThat(stamper().stamp(bytes, 0, length, 1200, new PortSnapshot())).isZero();
    assertThat(HEX.formatHex(bytes, 0, 8)).isEqualTo("14 ff 12 b7 22 00 06 d5");
    var hops = new Hops(1);
    assertThat(FORMAT.read(bytes, 0, length, hops)).isEqualTo(DecodeStatus.READ);
    assertThat(hops.count()).isEqualTo(42);
  }

  @ParameterizedTest
  @CsvSource({"24 03 12 b7 20 00 06 ff d5 00 00 00 00 00 00 00, UNSUPPORTED", // type: destination
      "1c 03 12 b7 20 00 06 ff d5 00 00 00 00 00 00 00, UNSUPPORTED", // NPT 3
      "14 03 12 b7 10 00 06 ff d5 00 00 00 00 00 00 00, UNSUPPORTED", // version 1
      "14 02 12 b7 20 00 06 ff d5 00 00 00 00 00 00 00, MALFORMED", // shorter than its fixed part
      "14 02 12 b7 20 00 06 ff d5 00 00 01 00 00 00 00, MALFORMED", // in a domain, too
      "14 00 12 b7 20 00 01 ff 80 00 00 01, MALFORMED", // and as short as it says
      "14 03 12 b7 20 00 05 ff d5 00 00 00 00 00 00 00, MALFORMED", // Hop ML below the bitmap's words
      "14 03 12 b7 20 00 07 ff d5 00 00 00 00 00 00 00, MALFORMED", // and above, without a domain
      "14 03 12 b7 20 00 05 ff d5 00 00 01 00 00 00 00, MALFORMED", // too few with a domain, too
      "14 04 12 b7 20 00 06 ff d5 00 00 00 00 00 00 00 00 00 00 00, MALFORMED", // not whole blocks
      "14 04 12 b7 20 00 00 ff 00 00 00 00 00 00 00 00 00 00 00 00, MALFORMED", // a stack that was not requested
      "14 09 12 b7 20 00 06 ff d5 00 00 00 00 00 00 00, TRUNCATED"})
  void leavesUnknownHeadersUnchanged(String header, DecodeStatus expected) {
    byte[] bytes = roomy(header);
    byte[] before = bytes.clone();
    int length = (header.length() + 1) / 3;
    assertThat(FORMAT.read(bytes, 0, length, new Hops(1))).isEqualTo(expected);
    assertThat(FORMAT.describe(bytes, 0, length).outcome()).isEqualTo(expected);
    assertThat(stamper().stamp(bytes, 0, length, 1200, new PortSnapshot())).isZero();
    assertThat(bytes).isEqualTo(before);
  }

  @Test
  void instructionsWithoutMetadataAreDescribedAndUnchanged() {
    byte[] bytes = roomy("34 04 12 b7 20 00 00 00 d5 00 54 53 80 00 00 07 de ad be ef");
    byte[] before = bytes.clone();
    assertThat(FORMAT.read(bytes, 0, 20, new Hops(1))).isEqualTo(DecodeStatus.UNSUPPORTED);
    assertThat(stamper().stamp(bytes, 0, 20, 1200, new PortSnapshot())).isZero();
    assertThat(bytes).isEqualTo(before);
    DecodedHeader description = FORMAT.describe(bytes, 0, 20);
    assertThat(description.outcome()).isEqualTo(DecodeStatus.READ);
    assertThat(description.hops()).isEmpty();
    assertThat(description.header().stream().map(field -> field.name() + "=" + field.value())).containsExactly("type=3", "npt=1",
        "lengthWords=4", "originalUdpPort=4791", "version=2", "discard=false", "hopCountExceeded=false", "mtuExceeded=false",
        "instructionBitmap=54528", "domainSpecificId=21587", "dsInstruction=32768", "dsFlags=7", "sourceOnly=deadbeef");
    assertThat(FORMAT.describe(bytes, 0, 18).outcome()).isEqualTo(DecodeStatus.TRUNCATED);
  }

  @Test
  void headerWithoutInstructionsStaysUnchanged() {
    byte[] bytes = roomy("14 03 12 b7 20 00 00 05 00 00 00 00 00 00 00 00");
    byte[] before = bytes.clone();
    assertThat(stamper().stamp(bytes, 0, 16, 1200, new PortSnapshot())).isZero();
    assertThat(bytes).isEqualTo(before);
    assertThat(FORMAT.read(bytes, 0, 16, new Hops(1))).isEqualTo(DecodeStatus.READ);
  }

  @Test
  void aHopAnswersEveryInstructionOfTheHeader() {
    // All 16 instructions: 19 words, and one word of an unknown domain.
    byte[] bytes = roomy("18 03 00 06 20 00 14 02 ff ff 54 53 00 00 00 00");
    PortSnapshot snapshot = snapshot(2_000_000, 0, 7, 0xA, 1);
    snapshot.arrivedPs = 1_500_999;
    assertThat(stamper().stamp(bytes, 0, 16, 1200, snapshot)).isEqualTo(80);
    assertThat(HEX.formatHex(bytes, 0, 8)).isEqualTo("18 17 00 06 20 00 14 01");
    assertThat(HEX.formatHex(bytes, 16, 96)).isEqualTo("00 00 0a 11 00 0a 00 0b 00 00 01 f4 01 00 00 07" // latency 500 ns
        + " 00 00 00 00 00 00 05 dc 00 00 00 00 00 00 07 d0" // 1500 and 2000 ns
        + " ff ff ff ff ff ff ff ff 00 00 00 00 ff ff ff ff" // level 2 interfaces; utilization; buffer
        + " ff ff ff ff".repeat(6) + " ff ff ff ff ff ff ff ff"); // bits 9 to 14; domain; checksum complement
    var hops = new Hops(1);
    assertThat(FORMAT.read(bytes, 0, 96, hops)).isEqualTo(DecodeStatus.READ);
    assertThat(hops).hasToString("path 0: [t=2000000ps sent=0B queue=7B rate=100000000000b/s]");
  }

  @Test
  void skipsSourceMetadataAtTheBottom() {
    byte[] bytes = roomy("14 05 12 b7 20 00 06 05 d5 00 54 53 80 00 00 00 12 34 56 78 9a bc de f0");
    assertThat(stamper().stamp(bytes, 0, 24, 1200, snapshot(2_000_000, 0, 7, 0xA, 1))).isEqualTo(24);
    assertThat(HEX.formatHex(bytes, 40, 48)).isEqualTo("12 34 56 78 9a bc de f0");
    var hops = new Hops(1);
    assertThat(FORMAT.read(bytes, 0, 48, hops)).isEqualTo(DecodeStatus.READ);
    assertThat(hops).hasToString("path 0: [t=2000000ps sent=0B queue=7B rate=100000000000b/s]");
    assertThat(FORMAT.describe(bytes, 0, 48).header()).contains(new Field("sourceOnly", "123456789abcdef0"));
  }

  @Test
  void utilizationIntervalDefaultsToTheBaseRtt() {
    var own = new IntFormat(1, 0xD500, 5, TimestampUnit.NANOSECONDS, 1, 1000, 5_000_000);
    assertThat(secondUtilization(own)).isEqualTo(0.25); // of a third interval
    assertThat(secondUtilization(new IntFormat(1, 0xD500, 5, TimestampUnit.NANOSECONDS, 1, 1000, 0))).isEqualTo(0.5);
  }

  /** Utilization reported for a link that is busy for 5 us and a quarter busy for another 5. */
  private static double secondUtilization(IntFormat parameters) {
    var format = parameters.in(new NetworkFacts(LINKS, 20_000_000, 5));
    var stamper = format.stamper(new EgressLink(0xA11, 0xB, 100 * GBPS));
    long[] sentBytes = {0, 46_875, 62_500};
    byte[] bytes = new byte[40];
    for (int packet = 0; packet < 3; packet++) {
      format.begin(bytes, 0, PathQuery.UTILIZATION);
      stamper.stamp(bytes, 0, 16, 40, snapshot(packet * 5_000_000L, sentBytes[packet], 0, 0, 0));
    }
    var hops = new Hops(1);
    format.read(bytes, 0, 40, hops);
    return hops.utilization(0);
  }
}
