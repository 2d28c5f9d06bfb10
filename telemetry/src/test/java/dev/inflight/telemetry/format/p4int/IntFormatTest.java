package dev.inflight.telemetry.format.p4int;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.DecodedHeader;
import dev.inflight.telemetry.DecodedHeader.Field;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.HostileBytes;
import dev.inflight.telemetry.LinkRates;
import dev.inflight.telemetry.NetworkFacts;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.TelemetryCodec;
import dev.inflight.telemetry.format.p4int.IntFormat.TimestampUnit;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** INT-MD version 2.1 with the metadata of draft-miao-ccwg-hpcc-info-04 Figure 3, bit by bit. */
public class IntFormatTest {
  public static final HexFormat HEX = HexFormat.ofDelimiter(" ");
  static final long GBPS = 1_000_000_000L;
  static final LinkRates LINKS = (node, port) -> node == 0xA11 && port == 0xB ? 100 * GBPS : node == 0xB22 ? 400 * GBPS : 0;
  static final TelemetryCodec FORMAT = IntFormat.DEFAULT.in(new NetworkFacts(LINKS, 10_000_000, 5));

  private static final String FIRST_HOP = "00 00 0a 11 00 0a 00 0b 03 00 9c 40 00 00 00 00 00 12 d6 87 00 00 13 88";
  private static final String SECOND_HOP = "00 00 0b 22 00 14 00 15 00 ff ff fe 00 00 00 00 01 31 2d 00 00 00 00 00";
  private static final String HEADER = "14 0f 12 b7 20 00 06 fd d5 00 00 00 00 00 00 00";
  static final byte[] TWO_HOPS = HEX.parseHex(HEADER + " " + SECOND_HOP + " " + FIRST_HOP);

  static PortSnapshot snapshot(long nowPs, long sentBytes, long queueBytes, int ingressPort, int queue) {
    PortSnapshot snapshot = new PortSnapshot().at(nowPs, sentBytes, queueBytes);
    snapshot.ingressPort = ingressPort;
    snapshot.queue = queue;
    return snapshot;
  }

  static TelemetryCodec.Stamper stamper() {
    return FORMAT.stamper(new EgressLink(0xA11, 0xB, 100 * GBPS));
  }

  static byte[] roomy(String hex) {
    return Arrays.copyOf(HEX.parseHex(hex), 1200);
  }

  @Test
  void emptyHeaderRequestsTheMetadataOfFigureThree() {
    byte[] bytes = new byte[16];
    Arrays.fill(bytes, (byte) 0xEE);
    assertThat(FORMAT.begin(bytes, 0, PathQuery.UTILIZATION)).isEqualTo(16);
    assertThat(HEX.formatHex(bytes)).isEqualTo("14 03 12 b7 20 00 06 ff d5 00 00 00 00 00 00 00");
    new IntFormat(1, 0xD500, 5, TimestampUnit.NANOSECONDS, 1, 100, 0).begin(bytes, 0, PathQuery.QUEUEING);
    assertThat(HEX.formatHex(bytes, 4, 8)).isEqualTo("20 00 06 05"); // Hop ML 6, five hops left
    new IntFormat(1, 0xD100, 63, TimestampUnit.NANOSECONDS, 1, 100, 0).begin(bytes, 0, PathQuery.QUEUEING);
    assertThat(HEX.formatHex(bytes, 4, 10)).isEqualTo("20 00 04 3f d1 00");
  }

  @Test
  void twoHopsPushTheirBlocks() {
    byte[] bytes = new byte[64];
    var first = stamper();
    int length = FORMAT.begin(bytes, 0, PathQuery.UTILIZATION);
    // Half of what 100 Gb/s can send in 10 us, 125,000 bytes: utilization 50.00 % = 5000 = 0x1388.
    first.stamp(new byte[64], 0, 0, 64, snapshot(0, 0, 0, 0, 0));
    first.stamp(bytes, 0, length, 64, snapshot(1_224_567_890, 1_000_000, 0, 0, 0));
    FORMAT.begin(bytes, 0, PathQuery.UTILIZATION);
    // Egress timestamp 1,234,567 ns = 0x12D687; occupancy 40,000 = 0x9C40 bytes of queue 3.
    assertThat(first.stamp(bytes, 0, length, 64, snapshot(1_234_567_890, 1_062_500, 40_000, 0xA, 3))).isEqualTo(24);
    assertThat(HEX.formatHex(bytes, 0, 40)).isEqualTo("14 09 12 b7 20 00 06 fe d5 00 00 00 00 00 00 00 " + FIRST_HOP);
    // 20,000,000 ns = 0x1312D00; the queue exceeds 24 bits, and all ones are reserved; no utilization is measured yet.
    assertThat(FORMAT.stamper(new EgressLink(0xB22, 0x15, 400 * GBPS)).stamp(bytes, 0, 40, 64,
        snapshot(20_000_000_000L, 5, 1L << 30, 0x14, 0))).isEqualTo(24);
    assertThat(bytes).isEqualTo(TWO_HOPS);
  }

  @Test
  void theEndpointReadsThePathInItsOrder() {
    var hops = new Hops(1);
    assertThat(FORMAT.read(TWO_HOPS, 0, TWO_HOPS.length, hops)).isEqualTo(DecodeStatus.READ);
    assertThat(hops).hasToString("path 0: [t=1234567000ps sent=0B queue=40000B rate=100000000000b/s]"
        + " [t=20000000000ps sent=0B queue=16777214B rate=400000000000b/s]");
    assertThat(hops.utilization(0)).isEqualTo(0.5);
    assertThat(hops.utilization(1)).isZero();
    assertThat(hops.link(0)).isEqualTo(Hops.link(0xA11, 0xB));
    assertThat(hops.link(1)).isEqualTo(Hops.link(0xB22, 0x15));
    assertThat(hops.cutOff()).isFalse();
    assertThat(hops.hasClock()).isTrue();
    IntFormat.DEFAULT.read(TWO_HOPS, 0, TWO_HOPS.length, hops);
    assertThat(hops.rateBitsPerSec(0)).isZero(); // in no domain
  }

  @Test
  void sizesAreThoseOfTheBitmap() {
    assertThat(FORMAT.sizeBytes(5)).isEqualTo(136);
    assertThat(FORMAT.maxHops()).isEqualTo(42);
    assertThat(FORMAT.bufferBytes(100)).isEqualTo(16 + 42 * 24);
    var withoutTime = new IntFormat(1, 0xD100, 255, TimestampUnit.NANOSECONDS, 1, 100, 0);
    assertThat(withoutTime.maxHops()).isEqualTo(63);
    assertThat(withoutTime.sizeBytes(5)).isEqualTo(96);
    assertThat(new IntFormat(1, 0xD100, 5, TimestampUnit.NANOSECONDS, 1, 100, 0).maxHops()).isEqualTo(5);
  }

  @ParameterizedTest
  @CsvSource({"0, 4, node", "6, 2, egress interface", "9, 3, queue occupancy", "12, 8, timestamp", "20, 4, utilization"})
  void aHopThatLacksAValueCannotBeMeasured(int at, int count, String what) {
    byte[] bytes = TWO_HOPS.clone();
    Arrays.fill(bytes, 40 + at, 40 + at + count, (byte) 0xFF);
    var hops = new Hops(1);
    assertThat(FORMAT.read(bytes, 0, bytes.length, hops)).as(what).isEqualTo(DecodeStatus.READ);
    assertThat(hops.rateBitsPerSec(0)).isZero();
    assertThat(hops.rateBitsPerSec(1)).isEqualTo(400 * GBPS);
    assertThat(hops.link(0) == 0).as("a link without a name").isEqualTo(what.equals("node"));
    assertThat(hops.queueBytes(0)).isIn(0L, 40_000L);
    assertThat(hops.timePs(0)).isIn(0L, 1_234_567_000L);
    assertThat(hops.utilization(0)).isIn(-1.0, 0.5);
  }

  @Test
  void withoutTimestampsThereIsNoClock() {
    var format = new IntFormat(1, 0xD100, 255, TimestampUnit.NANOSECONDS, 80, 100, 0).in(new NetworkFacts(LINKS, 1, 5));
    byte[] bytes = new byte[100];
    int length = format.begin(bytes, 0, PathQuery.UTILIZATION);
    length += format.stamper(new EgressLink(0xA11, 0xB, 100 * GBPS)).stamp(bytes, 0, length, 100, snapshot(5_000, 0, 240, 1, 1));
    var hops = new Hops(1);
    format.read(bytes, 0, length, hops);
    assertThat(hops.hasClock()).isFalse();
    assertThat(hops).hasToString("path 0: [t=0ps sent=0B queue=240B rate=100000000000b/s]");
  }

  @Test
  void aUtilizationBeyondTheScaleIsABusyLink() {
    byte[] bytes = TWO_HOPS.clone();
    bytes[60] = 0x7F;
    var hops = new Hops(1);
    FORMAT.read(bytes, 0, bytes.length, hops);
    assertThat(hops.utilization(0)).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"NANOSECONDS, 1234567890123456, 00 00 01 1f 71 fb 04 cb, 1234567890123000",
      "MICROSECONDS, 1234567890123456, 00 00 00 00 49 96 02 d2, 1234567890000000",
      // 1234.5 s and 3 / 2^32 s: 698.49 ps
      "FRACTIONS, 1234500000000699, 00 00 04 d2 80 00 00 03, 1234500000000698"})
  void timestampsAreWrittenAndReadInTheirUnit(TimestampUnit unit, long ps, String wire, long read) {
    assertThat(HexFormat.of().toHexDigits(unit.fromPs(ps))).isEqualTo(wire.replace(" ", ""));
    assertThat(unit.toPs(unit.fromPs(ps))).isEqualTo(read);
  }

  @ParameterizedTest
  @ValueSource(strings = {"NANOSECONDS", "MICROSECONDS", "FRACTIONS"})
  void timestampsOfAnyWidthStayWithinTheirModulus(TimestampUnit unit) {
    assertThat(unit.toPs(-2)).isBetween(0L, unit.modulusPs() - 1);
    assertThat(unit.modulusPs()).isPositive();
    long one = unit == TimestampUnit.FRACTIONS ? 1L << 52 : unit == TimestampUnit.MICROSECONDS ? 1L << 40 : 1L << 48;
    assertThat(unit.toPs(one)).isZero();
    var earlier = new Hops(1);
    earlier.clear(unit.modulusPs(), Long.MAX_VALUE);
    earlier.add(unit.toPs(one - 1), 0, 0, 1);
    var later = new Hops(1);
    later.clear(unit.modulusPs(), Long.MAX_VALUE);
    later.add(unit.toPs(one), 0, 0, 1);
    assertThat(later.elapsedPs(0, earlier)).isBetween(233L, 1_000_000L);
  }

  @ParameterizedTest
  @CsvSource({"int-md_ipv4_udp_dscp, 42, 0, originalDscp, 0", "int-md_ipv4_tcp_dscp, 54, 0, originalDscp, 0",
      "int-md_ipv4_udp_dport, 42, 1, originalUdpPort, 9028", "int-md_ipv6_udp_dport, 62, 1, originalUdpPort, 9028"})
  void readsPublishedFrames(String name, int offset, long npt, String original, long value) {
    byte[] frame = HostileBytes.vector("int.hex", name);
    var hops = new Hops(1);
    assertThat(FORMAT.read(frame, offset, frame.length - offset, hops)).isEqualTo(DecodeStatus.READ);
    assertThat(FORMAT.format().lengthBytes(frame, offset, 16)).isEqualTo(96);
    assertThat(hops).hasToString("path 0: [t=0ps sent=0B queue=0B rate=0b/s] [t=0ps sent=0B queue=0B rate=0b/s]");
    assertThat(hops.link(0)).isEqualTo(Hops.link(0xA11, 0xB));
    assertThat(hops.link(1)).isEqualTo(Hops.link(0xB22, 0x15));
    DecodedHeader description = FORMAT.describe(frame, offset, frame.length - offset);
    assertThat(description.header()).containsExactly(new Field("type", 1L), new Field("npt", npt), new Field("lengthWords", 23L),
        new Field(original, value), new Field("version", 2L), new Field("discard", false), new Field("hopCountExceeded", false),
        new Field("mtuExceeded", false), new Field("hopMlWords", 10L), new Field("remainingHopCount", 7L),
        new Field("instructionBitmap", 0xFE00L), new Field("domainSpecificId", 0x7777L), new Field("dsInstruction", 0x8888L),
        new Field("dsFlags", 0x9999L));
    assertThat(description.hops().getFirst()).containsExactly(new Field("nodeId", 0xA11L), new Field("ingressInterfaceId", 10L),
        new Field("egressInterfaceId", 11L), new Field("hopLatencyNs", 0L), new Field("queueId", 0L),
        new Field("queueOccupancyBytes", 0L), new Field("ingressTimestampNs", 0L), new Field("egressTimestampNs", 0L),
        new Field("level2IngressInterfaceId", 1L), new Field("level2EgressInterfaceId", 2L));
    assertThat(description.hops().get(1)).contains(new Field("nodeId", 0xB22L), new Field("level2EgressInterfaceId", 6L));
    byte[] larger = Arrays.copyOf(Arrays.copyOfRange(frame, offset, offset + 96), 136);
    assertThat(stamper().stamp(larger, 0, 96, 136, new PortSnapshot())).isEqualTo(40);
    assertThat(Arrays.copyOfRange(larger, 56, 136)).isEqualTo(Arrays.copyOfRange(frame, offset + 16, offset + 96));
  }

  @Test
  void descriptionNamesUnavailableValues() {
    byte[] bytes = roomy("18 03 00 06 24 00 14 02 ff ff 54 53 00 00 00 00");
    stamper().stamp(bytes, 0, 16, 1200, snapshot(2_000_000, 0, 7, 0xFFFF, 0));
    DecodedHeader description = FORMAT.describe(bytes, 0, 96);
    assertThat(description.header()).contains(new Field("originalIpProtocol", 6L), new Field("hopCountExceeded", true));
    String unavailable = "unavailable";
    assertThat(description.hops().getFirst()).contains(new Field("ingressInterfaceId", unavailable),
        new Field("level2EgressInterfaceId", unavailable), new Field("egressTxUtilization", 0L),
        new Field("bufferId", unavailable), new Field("bufferOccupancyBytes", unavailable),
        new Field("reservedBit9", unavailable), new Field("reservedBit14", unavailable), new Field("domainSpecific", unavailable),
        new Field("checksumComplement", unavailable)).hasSize(21);
    // The description of a truncated header has its whole hops: the last ones.
    assertThat(FORMAT.describe(TWO_HOPS, 0, 63).hops()).singleElement().asList().contains(new Field("nodeId", 0xB22L));
  }

  @ParameterizedTest
  @ValueSource(ints = {0xD500, 0xFFFF, 0x0001})
  void wrongBytesDoNoHarm(int instructions) {
    byte[] bytes = new byte[1200];
    FORMAT.begin(bytes, 0, PathQuery.UTILIZATION);
    bytes[6] = (byte) IntHeader.words(instructions);
    bytes[8] = (byte) (instructions >>> 8);
    bytes[9] = (byte) instructions;
    int length = 16;
    for (int hop = 0; hop < 2; hop++) {
      length += stamper().stamp(bytes, 0, length, 1200, snapshot(12_345_678, 12_345, 1234, 1, 1));
    }
    HostileBytes.assertEveryTruncationIsRefused(FORMAT, Arrays.copyOf(bytes, length));
    HostileBytes.assertNoHarm(FORMAT, Arrays.copyOf(bytes, length));
  }

  @Test
  void parametersOutOfRangeAreRefused() {
    assertThatThrownBy(() -> new IntFormat(0, 0xD500, 5, TimestampUnit.NANOSECONDS, 1, 100, 0))
        .hasMessageContaining("UDP port 0");
    assertThatThrownBy(() -> new IntFormat(1, 0xC500, 5, TimestampUnit.NANOSECONDS, 1, 100, 0)).hasMessage(
        "instruction bitmap 0xc500 lacks node, interfaces, queue or hop latency, and utilization: the bits of 0xd100 or 0xe100");
    assertThatThrownBy(() -> new IntFormat(1, 0x1D500, 5, TimestampUnit.NANOSECONDS, 1, 100, 0)).hasMessageContaining("bitmap");
    assertThatThrownBy(() -> new IntFormat(1, 0xD500, 0, TimestampUnit.NANOSECONDS, 1, 100, 0)).hasMessageContaining("hops 0");
    assertThatThrownBy(() -> new IntFormat(1, 0xD500, 5, TimestampUnit.NANOSECONDS, 0, 100, 0))
        .hasMessageContaining("queue unit");
    assertThatThrownBy(() -> new IntFormat(1, 0xD500, 5, TimestampUnit.NANOSECONDS, 1, 0, 0)).hasMessageContaining("scale 0");
    assertThatThrownBy(() -> new IntFormat(1, 0xD500, 5, TimestampUnit.NANOSECONDS, 1, 1, -1)).hasMessageContaining("interval");
  }
}
