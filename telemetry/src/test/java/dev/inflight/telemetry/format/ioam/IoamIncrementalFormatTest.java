package dev.inflight.telemetry.format.ioam;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.LinkRates;
import dev.inflight.telemetry.NetworkFacts;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.TelemetryCodec;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** The incremental trace of RFC 9197 behind its shim, byte by byte. */
class IoamIncrementalFormatTest {
  private static final HexFormat HEX = HexFormat.ofDelimiter(" ");
  private static final long GBPS = 1_000_000_000L;
  private static final TelemetryCodec FORMAT = IoamIncrementalFormat.DEFAULT
      .in(new NetworkFacts((node, port) -> 100 * GBPS * port, 10_000_000, 2));
  // type 1, length 2 words, 4791 = 0x12B7; namespace 8000; NodeLen 5, RemainingLen 10: 00101 0000 0001010
  private static final String EMPTY = "01 02 12 b7 80 00 28 0a d2 08 00 00";
  private static final String FIRST = " 3f 00 00 01 00 03 00 02 0d fb 38 d2 00 00 9c 40 2a 05 f2 00";
  private static final String SECOND = " 3e 00 00 02 00 01 00 04 00 00 00 02 00 00 00 00 00 00 00 01";

  private static PortSnapshot snapshot(long nowPs, long sentBytes, long queueBytes, int ingressPort, int hopLimit) {
    PortSnapshot snapshot = new PortSnapshot().at(nowPs, sentBytes, queueBytes);
    snapshot.ingressPort = ingressPort;
    snapshot.hopLimit = hopLimit;
    return snapshot;
  }

  /** These bytes after stamping by the second switch, with {@code room} bytes behind them. */
  private static String stamped(String hex, int room) {
    byte[] header = HEX.parseHex(hex);
    byte[] bytes = Arrays.copyOf(header, header.length + room + 4);
    Arrays.fill(bytes, header.length, bytes.length, (byte) 0xA5);
    int grown = FORMAT.stamper(new EgressLink(2, 4, 400 * GBPS)).stamp(bytes, 0, header.length, header.length + room,
        snapshot(2000, 1, 0, 1, 62));
    for (int at = header.length + grown; at < bytes.length; at++) {
      assertThat(bytes[at]).isEqualTo((byte) 0xA5);
    }
    return HEX.formatHex(bytes, 0, header.length + grown);
  }

  private static DecodeStatus outcome(String hex) {
    byte[] bytes = HEX.parseHex(hex);
    var hops = new Hops(1);
    DecodeStatus outcome = FORMAT.read(bytes, 0, bytes.length, hops);
    assertThat(outcome == DecodeStatus.READ || hops.count() == 0).isTrue();
    if (outcome != DecodeStatus.UNSUPPORTED) { // a trace that cannot be measured may still be described
      assertThat(FORMAT.describe(bytes, 0, bytes.length).outcome()).isEqualTo(outcome);
    }
    return outcome;
  }

  @Test
  void eachHopIsInsertedBehindTheTraceHeader() {
    byte[] bytes = new byte[12 + 40];
    assertThat(FORMAT.begin(bytes, 0, PathQuery.UTILIZATION)).isEqualTo(12).isEqualTo(FORMAT.sizeBytes(0));
    assertThat(HEX.formatHex(bytes, 0, 12)).isEqualTo(EMPTY);
    var one = FORMAT.stamper(new EgressLink(1, 2, 200 * GBPS));
    assertThat(one.stamp(bytes, 0, 12, 52, snapshot(1_234_567_890_999L, 5_000_000_000L, 40_000, 3, 63))).isEqualTo(20);
    assertThat(HEX.formatHex(bytes, 0, 32)).isEqualTo("01 07 12 b7 80 00 28 05 d2 08 00 00" + FIRST);
    var two = FORMAT.stamper(new EgressLink(2, 4, 400 * GBPS));
    assertThat(two.stamp(bytes, 0, 32, 52, snapshot(2000, 1, 0, 1, 62))).isEqualTo(20);
    assertThat(HEX.formatHex(bytes)).isEqualTo("01 0c 12 b7 80 00 28 00 d2 08 00 00" + SECOND + FIRST);
    assertThat(FORMAT.format().lengthBytes(bytes, 0, 16)).isEqualTo(52).isEqualTo(FORMAT.sizeBytes(2));

    var hops = new Hops(1);
    assertThat(FORMAT.read(bytes, 0, 52, hops)).isEqualTo(DecodeStatus.READ);
    assertThat(hops).hasToString("path 0: [t=234567890000ps sent=705032704B queue=40000B rate=200000000000b/s]"
        + " [t=2000ps sent=1B queue=0B rate=400000000000b/s]");
    assertThat(hops.link(1)).isEqualTo(Hops.link(2, 4));
    assertThat(hops.cutOff()).isFalse();
    assertThat(FORMAT.describe(bytes, 0, 52).header().toString()).contains("originalDestinationPort, value=4791");
  }

  @Test
  void exhaustedCreditOrRoomSetsOnlyTheOverflowFlag() {
    String noCredit = "01 07 12 b7 80 00 28 04 d2 08 00 00" + FIRST;
    assertThat(stamped(noCredit, 20)).isEqualTo("01 07 12 b7 80 00 2c 04 d2 08 00 00" + FIRST);
    assertThat(stamped(EMPTY, 19)).isEqualTo("01 02 12 b7 80 00 2c 0a d2 08 00 00");
    assertThat(stamped(EMPTY, 20)).isEqualTo("01 07 12 b7 80 00 28 05 d2 08 00 00" + SECOND);
    var hops = new Hops(1);
    assertThat(FORMAT.read(HEX.parseHex(stamped(noCredit, 20)), 0, 32, hops)).isEqualTo(DecodeStatus.READ);
    assertThat(hops.cutOff()).isTrue();
    String longest = "01 fe 12 b7 80 00 28 0a d2 08 00 00" + " 00".repeat(4 * 252);
    assertThat(stamped(longest, 20)).as("a length beyond eight bits").isEqualTo(longest.replace("28 0a", "2c 0a"));
  }

  @Test
  void unsupportedTracesStayUnchanged() {
    for (String trace : new String[] {"01 02 12 b7 80 01 28 0a d2 08 00 00", "00 02 12 b7 80 00 28 0a d2 08 00 00",
        "01 02 12 b7 80 00 2c 0a d2 08 00 00", "01 02 12 b7 80 00 20 0a d2 08 00 00", "01 03 12 b7 80 00 28 0a d2 08 00 00",
        "01 01 12 b7 80 00 28 0a d2 08 00 00", "01 02 12 b7 80 00 28 0a d2 08 00", "01 02", ""}) {
      assertThat(stamped(trace, 40)).isEqualTo(trace);
    }
  }

  @Test
  void anyTraceTypeIsHonoredAndAnOpaqueSnapshotHoldsNothing() {
    String trace = "01 02 12 b7 80 00 10 0a 02 10 02 00"; // queue depth, buffer occupancy, opaque snapshot
    String written = stamped(trace, 40);
    assertThat(written).isEqualTo("01 05 12 b7 80 00 10 07 02 10 02 00 00 00 00 00 ff ff ff ff 00 ff ff ff");
    assertThat(outcome(written)).isEqualTo(DecodeStatus.READ);
    assertThat(outcome(written.replace("00 ff ff ff", "01 ff ff ff"))).isEqualTo(DecodeStatus.MALFORMED);
  }

  @Test
  void distinguishesUnreadableTraces() {
    assertThat(outcome(EMPTY)).isEqualTo(DecodeStatus.READ);
    assertThat(outcome(EMPTY + FIRST)).as("payload behind the header").isEqualTo(DecodeStatus.READ);
    assertThat(outcome("00 02 12 b7 80 00 28 0a d2 08 00 00")).isEqualTo(DecodeStatus.UNSUPPORTED);
    assertThat(outcome("01 02 12 b7 80 01 28 0a d2 08 00 00")).isEqualTo(DecodeStatus.UNSUPPORTED);
    assertThat(outcome("01 01 12 b7 80 00 28 0a d2 08 00 00")).isEqualTo(DecodeStatus.MALFORMED);
    assertThat(outcome("01 01 12 b7 80 00 28 0a")).as("no room for a trace header").isEqualTo(DecodeStatus.MALFORMED);
    assertThat(outcome("01 01 12 b7 80 01 28 0a")).as("of no namespace either").isEqualTo(DecodeStatus.MALFORMED);
    assertThat(outcome("01 00 12 b7")).isEqualTo(DecodeStatus.MALFORMED);
    assertThat(outcome("01 02 12 b7 80 00 20 0a d2 08 00 00")).isEqualTo(DecodeStatus.MALFORMED);
    assertThat(outcome("01 03 12 b7 80 00 28 0a d2 08 00 00 00 00 00 00")).isEqualTo(DecodeStatus.MALFORMED);
    assertThat(outcome("01 03 12 b7 80 00 28 0a d2 08 00 00")).isEqualTo(DecodeStatus.TRUNCATED);
    assertThat(outcome("01")).isEqualTo(DecodeStatus.TRUNCATED);
    assertThat(outcome("")).isEqualTo(DecodeStatus.TRUNCATED);
  }

  @Test
  void sevenBitsOfCreditLimitTheHops() {
    assertThat(IoamIncrementalFormat.DEFAULT.maxHops()).isEqualTo(25);
    assertThat(IoamIncrementalFormat.DEFAULT.sizeBytes(5)).isEqualTo(112);
    assertThat(FORMAT.maxHops()).isEqualTo(2);
    assertThatThrownBy(() -> new IoamIncrementalFormat(64793, 1, 0xD20000, 12, 26, IoamTimestampFormat.PTP, 1, 1))
        .hasMessage("hops 26 is outside 0 to 25");
    assertThatThrownBy(() -> new IoamIncrementalFormat(0, 1, 0xD20000, 12, 0, IoamTimestampFormat.PTP, 1, 1))
        .hasMessageContaining("UDP port 0");
  }

  @Test
  void descriptionNamesOtherKindsOfData() {
    byte[] trace = HEX.parseHex(EMPTY);
    assertThat(FORMAT.describe(trace, 0, 12).header().toString()).doesNotContain("ioamType").contains("length, value=2");
    byte[] proof = HEX.parseHex("02 05 12 b7 80 00 00 00 00 00 00 00 00 00 00 01 00 00 00 00 00 00 00 02");
    assertThat(FORMAT.describe(proof, 0, 24).header().toString()).contains("ioamType, value=proof-of-transit",
        "cumulative, value=0x0000000000000002");
    byte[] longest = HEX.parseHex("01 ff 12 b7 80 00 28 00 d2 08 00 00" + " 00".repeat(4 * 253));
    assertThat(FORMAT.describe(longest, 0, longest.length).header().toString()).contains("length, value=255");
  }

  @Test
  void sendersLimitOfHopsOverridesTheNetworks() {
    var three = new IoamIncrementalFormat(64793, 0x8000, 0xD20000, 12, 3, IoamTimestampFormat.PTP, 1, 1);
    assertThat(three.maxHops()).isEqualTo(3);
    assertThat(three.in(new NetworkFacts(LinkRates.NONE, 10_000_000, 5)).maxHops()).isEqualTo(3);
    byte[] bytes = new byte[12];
    three.begin(bytes, 0, PathQuery.UTILIZATION);
    assertThat(HEX.formatHex(bytes)).as("15 words of credit").isEqualTo("01 02 12 b7 80 00 28 0f d2 08 00 00");
  }
}
