package dev.inflight.telemetry.format.ifa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.DecodedHeader;
import dev.inflight.telemetry.DecodedHeader.Field;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.HostileBytes;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.TelemetryCodec;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** IFA 2.0 with the metadata of draft-miao-ccwg-hpcc-info-04 Figure 1, bit by bit. */
class IfaFormatTest {
  private static final HexFormat HEX = HexFormat.ofDelimiter(" ");
  private static final long GBPS = 1_000_000_000L;
  private static final IfaFormat FORMAT = IfaFormat.DEFAULT;

  private static final String FIRST_HOP = "00 0a 11 3f 40 30 00 01 00 0b 00 0a 0d fb 38 d2 00 00 02 58 00 0f 42 40 00 00 01 f4 00 00 00 00";
  private static final String SECOND_HOP = "0b cd ef 3e 60 0f ff ff 00 15 00 14 3b 9a c9 ff 00 00 00 01 00 00 00 05 00 00 ff ff 00 00 00 00";
  private static final byte[] TWO_HOPS = HEX.parseHex("2f 11 04 ff ff 00 ff 10 " + SECOND_HOP + " " + FIRST_HOP);

  private static PortSnapshot snapshot(long arrivedPs, long nowPs, long sentBytes, long queueBytes) {
    PortSnapshot snapshot = new PortSnapshot().at(nowPs, sentBytes, queueBytes);
    snapshot.arrivedPs = arrivedPs;
    return snapshot;
  }

  private static TelemetryCodec.Stamper stamper() {
    return FORMAT.stamper(new EgressLink(1, 1, 100 * GBPS));
  }

  private static byte[] roomy(String hex) {
    return Arrays.copyOf(HEX.parseHex(hex), 400);
  }

  @Test
  void twoHopsPushTheirBlocks() {
    byte[] bytes = new byte[72];
    Arrays.fill(bytes, (byte) 0xEE);
    assertThat(FORMAT.begin(bytes, 0, PathQuery.UTILIZATION)).isEqualTo(8);
    // Version 2, no global name space, UDP behind, live traffic, any length; all fields wanted, any number of hops, nothing yet.
    assertThat(HEX.formatHex(bytes, 0, 9)).isEqualTo("2f 11 04 ff ff 00 ff 00 ee");
    // Device 0xA11, IP hop limit 63. 100G = code 4, queue 3, 1 s + 234,567,890 ns = 0x0DFB38D2, residence 600 ns = 0x258.
    // txBytes 1,000,000 = 0xF4240. Queue length 40,000 / 80 = 500 = 0x1F4.
    PortSnapshot first = snapshot(1_234_567_890_999L, 1_234_568_490_000L, 1_000_000, 40_000);
    first.hopLimit = 63;
    first.ingressPort = 0xA;
    first.queue = 3;
    assertThat(FORMAT.stamper(new EgressLink(0xA11, 0xB, 100 * GBPS)).stamp(bytes, 0, 8, 72, first)).isEqualTo(32);
    assertThat(HEX.formatHex(bytes, 0, 41)).isEqualTo("2f 11 04 ff ff 00 ff 08 " + FIRST_HOP + " ee");
    // Device 0xBCDEF is what 20 bits hold of 0xABCDEF. 400G = code 6; the last nanosecond before the clock wraps, in which the
    // packet arrives; txBytes 2^32 + 5; a queue that saturates.
    PortSnapshot second = snapshot(1_048_575_999_999_999_000L, 1_048_576_000_000_000_000L, (1L << 32) + 5, 1 << 30);
    second.hopLimit = 62;
    second.ingressPort = 0x14;
    assertThat(FORMAT.stamper(new EgressLink(0xABCDEF, 0x15, 400 * GBPS)).stamp(bytes, 0, 40, 72, second)).isEqualTo(32);
    assertThat(bytes).isEqualTo(TWO_HOPS);
  }

  @Test
  void theEndpointReadsThePathInItsOrder() {
    var hops = new Hops(1);
    assertThat(FORMAT.read(TWO_HOPS, 0, TWO_HOPS.length, hops)).isEqualTo(DecodeStatus.READ);
    assertThat(hops).hasToString("path 0: [t=1234568490000ps sent=1000000B queue=40000B rate=100000000000b/s]"
        + " [t=0ps sent=5B queue=5242800B rate=400000000000b/s]");
    assertThat(hops.link(0)).isEqualTo(Hops.link(0xA11, 0xB));
    assertThat(hops.link(1)).isEqualTo(Hops.link(0xBCDEF, 0x15));
    assertThat(hops.utilization(0)).isNegative();
    assertThat(hops.cutOff()).isFalse();
  }

  @Test
  void differencesSurviveAWrapOfEachCounter() {
    var earlier = new Hops(1);
    var later = new Hops(1);
    byte[] bytes = new byte[40];
    long wrapPs = (1L << 20) * 1_000_000_000_000L;
    FORMAT.begin(bytes, 0, PathQuery.UTILIZATION);
    stamper().stamp(bytes, 0, 8, 40, snapshot(wrapPs - 2_000_000, wrapPs - 1_000_000, (1L << 32) - 500, 0));
    FORMAT.read(bytes, 0, 40, earlier);
    FORMAT.begin(bytes, 0, PathQuery.UTILIZATION);
    stamper().stamp(bytes, 0, 8, 40, snapshot(wrapPs - 500_000, wrapPs + 1_000_000, (1L << 32) + 500, 0));
    FORMAT.read(bytes, 0, 40, later);
    assertThat(later.elapsedPs(0, earlier)).isEqualTo(2_000_000);
    assertThat(later.bytesSince(0, earlier)).isEqualTo(1000);
  }

  @Test
  void unitsAreParameters() {
    var format = new IfaFormat(253, 2, 3, 9, 255, 255, 256, 64, false);
    byte[] bytes = new byte[40];
    format.begin(bytes, 0, PathQuery.UTILIZATION);
    format.stamper(new EgressLink(1, 1, 10 * GBPS)).stamp(bytes, 0, 8, 40, snapshot(0, 0, 6_400_063, 2_600));
    assertThat(HEX.formatHex(bytes, 0, 12)).isEqualTo("23 11 04 ff ff 00 ff 08 90 00 01 00");
    assertThat(HEX.formatHex(bytes, 28, 36)).isEqualTo("00 01 86 a0 00 00 00 0a");
    var hops = new Hops(1);
    format.read(bytes, 0, 40, hops);
    assertThat(hops).hasToString("path 0: [t=0ps sent=6400000B queue=2560B rate=10000000000b/s]");
  }

  @Test
  void sizesFollowTheLimits() {
    assertThat(FORMAT.sizeBytes(5)).isEqualTo(168);
    assertThat(FORMAT.maxHops()).isEqualTo(31);
    assertThat(FORMAT.bufferBytes(40)).isEqualTo(8 + 31 * 32);
    assertThat(new IfaFormat(253, 2, 15, 0, 47, 255, 80, 1, false).maxHops()).isEqualTo(5);
    assertThat(new IfaFormat(253, 2, 15, 0, 255, 4, 80, 1, false).maxHops()).isEqualTo(4);
  }

  @ParameterizedTest
  @CsvSource({"255, 255, 31, 1f", "23, 255, 2, ff", "255, 3, 3, 00", "24, 3, 3, 00", "24, 9, 3, 06"})
  void leavesFullHeadersUnchanged(int maxLengthWords, int hopLimit, int fitting, String left) {
    var format = new IfaFormat(253, 2, 15, 0, maxLengthWords, hopLimit, 80, 1, false);
    byte[] bytes = new byte[2000];
    var hops = new Hops(1);
    int length = format.begin(bytes, 0, PathQuery.UTILIZATION);
    for (int hop = 0; hop < fitting; hop++) {
      assertThat(format.read(bytes, 0, length, hops)).isEqualTo(DecodeStatus.READ);
      assertThat(hops.cutOff()).isFalse();
      length += stamper().stamp(bytes, 0, length, 2000, new PortSnapshot());
    }
    assertThat(length).isEqualTo(format.sizeBytes(fitting));
    assertThat(HEX.formatHex(bytes, 6, 7)).isEqualTo(hopLimit == 255 ? "ff" : left);
    byte[] before = bytes.clone();
    assertThat(stamper().stamp(bytes, 0, length, 2000, new PortSnapshot())).isZero();
    assertThat(bytes).isEqualTo(before);
    assertThat(format.read(bytes, 0, length, hops)).isEqualTo(DecodeStatus.READ);
    assertThat(hops.count()).isEqualTo(fitting);
    assertThat(hops.cutOff()).isTrue();
  }

  @Test
  void leavesHeadersUnchangedWithoutRoomInThePacket() {
    byte[] bytes = roomy(HEX.formatHex(TWO_HOPS));
    byte[] before = bytes.clone();
    assertThat(stamper().stamp(bytes, 0, 72, 72 + 31, new PortSnapshot())).isZero();
    assertThat(bytes).isEqualTo(before);
    assertThat(stamper().stamp(bytes, 0, 72, 72 + 32, new PortSnapshot())).isEqualTo(32);
  }

  @ParameterizedTest
  @CsvSource({"1f 11 04 ff ff 00 ff 00, UNSUPPORTED", // version 1
      "21 11 04 ff ff 00 ff 00, UNSUPPORTED", // a global name space
      "2f 11 0c ff ff 00 ff 00, UNSUPPORTED", // tail stamp
      "2f 11 14 ff 00 00 00 41 ff 00 ff 00, UNSUPPORTED", // fragment
      "2f 11 04 ff ff 00 ff 07, MALFORMED", // not whole blocks
      "2f 11 04 08 ff 00 ff 10, MALFORMED", // longer than may be
      "2f 11 04 ff ff 00 ff 08, TRUNCATED", "2f 11 05 ff 00 00 00 00, TRUNCATED"})
  void leavesUnknownHeadersUnchanged(String header, DecodeStatus expected) {
    byte[] bytes = roomy(header);
    byte[] before = bytes.clone();
    int length = (header.length() + 1) / 3;
    assertThat(FORMAT.read(bytes, 0, length, new Hops(1))).isEqualTo(expected);
    assertThat(FORMAT.describe(bytes, 0, length).outcome()).isEqualTo(expected);
    assertThat(stamper().stamp(bytes, 0, length, 400, new PortSnapshot())).isZero();
    assertThat(bytes).isEqualTo(before);
  }

  @Test
  void checksumHeaderIsSkippedAndNotExtended() {
    byte[] bytes = roomy("2f 11 05 ff 12 34 00 00 ff 00 ff 08 " + FIRST_HOP);
    byte[] before = bytes.clone();
    var hops = new Hops(1);
    assertThat(FORMAT.read(bytes, 0, 44, hops)).isEqualTo(DecodeStatus.READ);
    assertThat(hops).hasToString("path 0: [t=1234568490000ps sent=1000000B queue=40000B rate=100000000000b/s]");
    assertThat(FORMAT.lengthBytes(bytes, 0, 16)).isEqualTo(44);
    assertThat(FORMAT.describe(bytes, 0, 44).header()).contains(new Field("checksum", 0x1234L),
        new Field("currentLengthWords", 8L));
    assertThat(stamper().stamp(bytes, 0, 44, 400, new PortSnapshot())).isZero();
    assertThat(bytes).isEqualTo(before);
  }

  @Test
  void describesLengthAndNumberOfAFragment() {
    byte[] bytes = roomy("2f 11 15 ff 12 34 00 00 00 00 01 c5 ff 00 ff 08 " + FIRST_HOP);
    assertThat(FORMAT.lengthBytes(bytes, 0, 16)).isEqualTo(48);
    assertThat(FORMAT.lengthBytes(bytes, 0, 15)).isEqualTo(-1);
    assertThat(FORMAT.describe(bytes, 0, 48).header()).contains(new Field("metadataFragment", true), new Field("packetId", 7L),
        new Field("fragmentId", 2L), new Field("lastFragment", true), new Field("currentLengthWords", 8L));
  }

  @Test
  void aBlockOfAnotherNameSpaceMakesTheStackUnreadable() {
    byte[] bytes = TWO_HOPS.clone();
    bytes[8] = 0x70;
    var hops = new Hops(1);
    assertThat(FORMAT.read(bytes, 0, bytes.length, hops)).isEqualTo(DecodeStatus.UNSUPPORTED);
    assertThat(hops.count()).isZero();
    assertThat(FORMAT.describe(bytes, 0, bytes.length).outcome()).isEqualTo(DecodeStatus.UNSUPPORTED);
    assertThat(FORMAT.describe(bytes, 0, bytes.length).hops()).isEmpty();
  }

  @Test
  void aHopWithoutAMeaningfulRateOrTimeCannotBeMeasured() {
    byte[] bytes = TWO_HOPS.clone();
    bytes[12] = 0x7F; // speed code 7
    bytes[40 + 12] = (byte) 0xFF; // more nanoseconds than a second has
    var hops = new Hops(1);
    assertThat(FORMAT.read(bytes, 0, bytes.length, hops)).isEqualTo(DecodeStatus.READ);
    assertThat(hops.rateBitsPerSec(0)).isZero();
    assertThat(hops.rateBitsPerSec(1)).isZero();
  }

  @Test
  void readsPublishedFrame() {
    byte[] frame = HostileBytes.vector("ifa.hex", "ifa_ipv4_udp_lns0");
    byte[] bytes = new byte[72]; // the IFA header in front of UDP, the rest behind it
    System.arraycopy(frame, 34, bytes, 0, 4);
    System.arraycopy(frame, 46, bytes, 4, 68);
    assertThat(FORMAT.read(bytes, 0, 72, new Hops(1))).isEqualTo(DecodeStatus.UNSUPPORTED); // it has version 3
    var format = new IfaFormat(131, 3, 15, 0, 255, 255, 80, 1, false);
    assertThat(format.lengthBytes(bytes, 0, 8)).isEqualTo(72);
    var hops = new Hops(1);
    assertThat(format.read(bytes, 0, 72, hops)).isEqualTo(DecodeStatus.READ);
    assertThat(hops)
        .hasToString("path 0: [t=0ps sent=0B queue=0B rate=100000000000b/s] [t=0ps sent=0B queue=0B rate=100000000000b/s]");
    assertThat(hops.link(0)).isEqualTo(Hops.link(0xA11, 0xB));
    assertThat(hops.link(1)).isEqualTo(Hops.link(0xB22, 6));
    DecodedHeader description = format.describe(bytes, 0, 72);
    assertThat(description.header()).containsExactly(new Field("version", 3L), new Field("gns", 15L), new Field("nextHdr", 17L),
        new Field("metadataFragment", false), new Field("tailStamp", false), new Field("inband", true),
        new Field("turnAround", false), new Field("checksumPresent", false), new Field("maxLengthWords", 255L),
        new Field("requestVector", 0xEFL), new Field("actionVector", 0xFFL), new Field("hopLimit", 128L),
        new Field("currentLengthWords", 16L));
    assertThat(description.hops().getFirst()).containsExactly(new Field("lns", 0L), new Field("deviceId", 0xA11L),
        new Field("ipHopLimit", 63L), new Field("speedCode", 4L), new Field("rateBitsPerSec", 100 * GBPS),
        new Field("congestion", 0L), new Field("queue", 0L), new Field("rxTimestampS", 0L), new Field("egressPort", 11L),
        new Field("ingressPort", 10L), new Field("rxTimestampNs", 0L), new Field("residenceTimeNs", 0L), new Field("txBytes", 0L),
        new Field("queueBytes", 0L));
    assertThat(description.hops().get(1)).contains(new Field("ipHopLimit", 62L), new Field("egressPort", 6L));
  }

  @Test
  void version3IsDescribedButNeitherMeasuredNorExtended() {
    byte[] bytes = roomy("3f 11 04 ff ff 00 ff 00");
    assertThat(FORMAT.read(bytes, 0, 8, new Hops(1))).isEqualTo(DecodeStatus.UNSUPPORTED);
    assertThat(stamper().stamp(bytes, 0, 8, 400, new PortSnapshot())).isZero();
    byte[] other = TWO_HOPS.clone();
    other[0] = 0x3f;
    assertThat(FORMAT.describe(other, 0, other.length).outcome()).isEqualTo(DecodeStatus.READ);
    assertThat(FORMAT.describe(other, 0, other.length).hops()).isEqualTo(FORMAT.describe(TWO_HOPS, 0, other.length).hops());
  }

  @Test
  void describesBlocksOfOtherNameSpacesUndivided() {
    byte[] local = TWO_HOPS.clone();
    local[40] |= 0x10; // the second block is another one's
    DecodedHeader description = FORMAT.describe(local, 0, local.length);
    assertThat(description.outcome()).isEqualTo(DecodeStatus.UNSUPPORTED);
    assertThat(description.hops()).hasSize(1);
    assertThat(description.header()).contains(new Field("stack", java.util.HexFormat.of().formatHex(local, 40, 72)));
    byte[] global = TWO_HOPS.clone();
    global[0] = 0x21;
    description = FORMAT.describe(global, 0, global.length);
    assertThat(description.outcome()).isEqualTo(DecodeStatus.UNSUPPORTED);
    assertThat(description.hops()).isEmpty();
    assertThat(description.header()).contains(new Field("gns", 1L),
        new Field("stack", java.util.HexFormat.of().formatHex(global, 8, 72)));
  }

  @Test
  void descriptionHasFieldsThatReportsLack() {
    DecodedHeader description = FORMAT.describe(TWO_HOPS, 0, 71); // cut, so that only the last hop is whole
    assertThat(description.outcome()).isEqualTo(DecodeStatus.TRUNCATED);
    assertThat(description.hops()).singleElement().asList().contains(new Field("deviceId", 0xBCDEFL),
        new Field("rxTimestampS", 0xFFFFFL), new Field("rxTimestampNs", 999_999_999L), new Field("residenceTimeNs", 1L),
        new Field("queueBytes", 5_242_800L));
  }

  @Test
  void wrongBytesDoNoHarm() {
    HostileBytes.assertEveryTruncationIsRefused(FORMAT, TWO_HOPS);
    HostileBytes.assertNoHarm(FORMAT, TWO_HOPS);
    byte[] withChecksum = HEX.parseHex("2f 11 05 ff 12 34 00 00 ff 00 ff 10 " + SECOND_HOP + " " + FIRST_HOP);
    HostileBytes.assertEveryTruncationIsRefused(FORMAT, withChecksum);
    HostileBytes.assertNoHarm(FORMAT, withChecksum);
  }

  @Test
  void parametersOutOfRangeAreRefused() {
    assertThat(FORMAT.canExpress(800 * GBPS)).isFalse();
    assertThatThrownBy(() -> FORMAT.stamper(new EgressLink(1, 1, 800 * GBPS)))
        .hasMessage("format ifa has no code for 800000000000 b/s, only for 10, 25, 40, 50, 100, 200, 400 Gbps");
    assertThatThrownBy(() -> new IfaFormat(256, 2, 15, 0, 255, 255, 80, 1, false))
        .hasMessage("IP protocol 256 is outside 1 to 255");
    assertThatThrownBy(() -> new IfaFormat(253, 16, 15, 0, 255, 255, 80, 1, false)).hasMessageContaining("version");
    assertThatThrownBy(() -> new IfaFormat(253, 2, 16, 0, 255, 255, 80, 1, false)).hasMessageContaining("global");
    assertThatThrownBy(() -> new IfaFormat(253, 2, 15, 16, 255, 255, 80, 1, false)).hasMessageContaining("local");
    assertThatThrownBy(() -> new IfaFormat(253, 2, 15, 0, 7, 255, 80, 1, false)).hasMessageContaining("max length");
    assertThatThrownBy(() -> new IfaFormat(253, 2, 15, 0, 255, 0, 80, 1, false)).hasMessageContaining("hop limit");
    assertThatThrownBy(() -> new IfaFormat(253, 2, 15, 0, 255, 255, 0, 1, false)).hasMessageContaining("queue unit");
    assertThatThrownBy(() -> new IfaFormat(253, 2, 15, 0, 255, 255, 80, 0, false)).hasMessageContaining("tx unit");
  }

  @Test
  void lengthOfOtherLayoutsIsUnknown() {
    for (String known : new String[] {"2f 11 04 ff ff 00 ff 08", "3f 11 04 ff ff 00 ff 08", "21 11 04 ff ff 00 ff 08"}) {
      assertThat(FORMAT.lengthBytes(HEX.parseHex(known), 0, 8)).as(known).isEqualTo(40);
    }
    for (String unknown : new String[] {"1f 11 04 ff ff 00 ff 08", "4f 11 04 ff ff 00 ff 08", "2f 11 0c ff ff 00 ff 08"}) {
      assertThat(FORMAT.lengthBytes(HEX.parseHex(unknown), 0, 8)).as(unknown).isEqualTo(-1);
    }
    var five = new IfaFormat(253, 5, 15, 0, 255, 255, 80, 1, false);
    assertThat(five.lengthBytes(HEX.parseHex("5f 11 04 ff ff 00 ff 08"), 0, 8)).as("its own version").isEqualTo(40);
    assertThat(five.lengthBytes(HEX.parseHex("2f 11 04 ff ff 00 ff 08"), 0, 8)).as("the draft's").isEqualTo(40);
    assertThat(five.read(HEX.parseHex("5f 11 04 ff ff 00 ff 00"), 0, 8, new Hops(1))).isEqualTo(DecodeStatus.READ);
    assertThat(FORMAT.displacedMarker(HEX.parseHex("2f 06 04 ff"), 0)).as("TCP").isEqualTo(6);
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "3, 0", "4, 9", "7, 9", "8, 10", "11, 10", "12, 14"})
  void describesTruncatedHeaders(int length, int fields) {
    byte[] bytes = Arrays.copyOf(HEX.parseHex("2f 11 05 ff 12 34 00 00 ff 00 ff 08"), length);
    DecodedHeader description = FORMAT.describe(bytes, 0, length);
    assertThat(description.outcome()).isEqualTo(DecodeStatus.TRUNCATED);
    assertThat(description.header()).hasSize(fields);
  }

  @Test
  void omitsFieldsWithUncertainPositions() {
    assertThat(FORMAT.describe(HEX.parseHex("1f 11 04 ff ff 00 ff 00"), 0, 8).header()).containsExactly(new Field("version", 1L));
    assertThat(FORMAT.describe(HEX.parseHex("2f 11 0c ff ff 00 ff 00"), 0, 8).header()).as("metadata behind the tail stamp")
        .contains(new Field("tailStamp", true)).noneMatch(field -> field.name().equals("hopLimit"));
  }

  @Test
  void describesOnlyTheVersionOfOtherVersions() {
    assertThat(FORMAT.read(HEX.parseHex("3f 11 04 ff"), 0, 4, new Hops(1))).isEqualTo(DecodeStatus.UNSUPPORTED);
    assertThat(FORMAT.read(HEX.parseHex("2f 11 04 ff"), 0, 4, new Hops(1))).isEqualTo(DecodeStatus.TRUNCATED);
  }
}
