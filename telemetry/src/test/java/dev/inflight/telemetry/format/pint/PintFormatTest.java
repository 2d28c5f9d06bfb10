package dev.inflight.telemetry.format.pint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.DecodedHeader;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.HostileBytes;
import dev.inflight.telemetry.LinkRates;
import dev.inflight.telemetry.NetworkFacts;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.TelemetryCodec;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/** The PINT digest, and the codes that a port of 100 Gbit/s (12,500 bytes a microsecond, 125,000 in T = 10 us) writes into it. */
class PintFormatTest {
  private static final HexFormat HEX = HexFormat.of();
  private static final long GBPS = 1_000_000_000L;
  private static final long US = 1_000_000;
  private static final int BDP = 125_000;
  private static final EgressLink LINK = new EgressLink(5, 3, 100 * GBPS);
  private static final PintFormat ONE_BYTE = new PintFormat(64794, 1, 0, 0);
  static final List<TelemetryCodec> SIZES = List.of(inNetwork(PintFormat.DEFAULT), inNetwork(ONE_BYTE));

  private static TelemetryCodec inNetwork(PintFormat format) {
    return format.in(new NetworkFacts(LinkRates.NONE, 10 * US, 5));
  }

  private static double base(TelemetryCodec format) {
    return format.sizeBytes(0) == 1 ? 1.05 : 1.01;
  }

  private static byte[] begun(TelemetryCodec format) {
    byte[] bytes = new byte[format.sizeBytes(0)];
    assertThat(format.begin(bytes, 0, PathQuery.QUEUEING)).isEqualTo(bytes.length);
    return bytes;
  }

  private static byte[] stamped(TelemetryCodec.Stamper stamper, byte[] bytes, PortSnapshot snapshot) {
    assertThat(stamper.stamp(bytes, 0, bytes.length, bytes.length, snapshot)).isZero();
    return bytes;
  }

  private static Hops read(TelemetryCodec format, byte[] bytes) {
    var hops = new Hops(1);
    assertThat(format.read(bytes, 0, bytes.length, hops)).isEqualTo(DecodeStatus.READ);
    return hops;
  }

  private static double answer(TelemetryCodec format, byte[] bytes) {
    Hops hops = read(format, bytes);
    assertThat(hops.answered()).isEqualTo(PathQuery.INFLIGHT);
    assertThat(hops.pathId()).isZero();
    return hops.answer();
  }

  /** Digest of a port with this U from its first packet on: a queue of this number of bandwidth-delay products. */
  private static byte[] first(TelemetryCodec format, int node, double u) {
    return stamped(format.stamper(new EgressLink(node, 1, 100 * GBPS)), begun(format),
        new PortSnapshot().at(0, 0, Math.round(u * BDP)));
  }

  @Test
  void codesAreThoseOfTheScale() {
    TelemetryCodec format = SIZES.getFirst();
    assertThat(read(format, HEX.parseHex("0000")).answered()).as("nobody wrote").isNull();
    assertThat(answer(format, HEX.parseHex("0001"))).isZero();
    assertThat(answer(format, HEX.parseHex("0002"))).isEqualTo(0x1p-10);
    // ln 1024 / ln 1.01 = 696.6: code 2 + 697 is the first above 1
    assertThat(answer(format, HEX.parseHex("02ba"))).isCloseTo(0.9940, within(1e-4));
    assertThat(answer(format, HEX.parseHex("02bb"))).isCloseTo(1.0039, within(1e-4));
    // 2^20 takes 1393.2 steps
    assertThat(answer(format, HEX.parseHex("0574"))).isBetween(1024.0, 1034.0);
    assertThat(format.read(HEX.parseHex("0575"), 0, 2, new Hops(1))).isEqualTo(DecodeStatus.UNSUPPORTED);
    assertThat(answer(SIZES.getLast(), HEX.parseHex("ff"))).as("2^-10 * 1.05^253").isCloseTo(224.4, within(0.5));
  }

  @ParameterizedTest
  @FieldSource("SIZES")
  void decodingErrorIsBelowAStep(TelemetryCodec format) {
    var random = new SplittableRandom(1);
    for (int round = 0; round < 2000; round++) {
      double u = Math.round(random.nextDouble() * BDP * (1 << random.nextInt(8))) / (double) BDP;
      double error = Math.abs(answer(format, first(format, round, u)) - u);
      assertThat(error).as("U = %s", u).isLessThanOrEqualTo(Math.max(0x1p-10, u * (base(format) - 1) * (1 + 1e-9)));
    }
  }

  @ParameterizedTest
  @FieldSource("SIZES")
  void manyPortsAreRightInExpectation(TelemetryCodec format) {
    int ports = 20_000;
    for (double u : new double[] {0.0004, 0.3, 0.96, 1.7, 12.345}) {
      double sum = 0;
      for (int node = 0; node < ports; node++) {
        sum += answer(format, first(format, node, u));
      }
      // A value is off by a step at most, half of one as a standard deviation at most; four sigmas of the mean.
      double step = Math.max(0x1p-10, u * (base(format) - 1));
      assertThat(sum / ports).as("U = %s", u).isCloseTo(u, within(2 * step / Math.sqrt(ports)));
    }
  }

  @ParameterizedTest
  @FieldSource("SIZES")
  void onePortIsRightInExpectation(TelemetryCodec format) {
    var stamper = format.stamper(LINK);
    int packets = 20_000;
    double sum = 0;
    for (int packet = 0; packet < packets; packet++) { // no time between them: U stays 1.5
      sum += answer(format, stamped(stamper, begun(format), new PortSnapshot().at(0, 0, BDP * 3 / 2)));
    }
    assertThat(sum / packets).isCloseTo(1.5, within(2 * 1.5 * (base(format) - 1) / Math.sqrt(packets)));
  }

  @Test
  void drawsAreOfNodeAndPort() {
    TelemetryCodec format = SIZES.getLast();
    assertThat(codes(format, LINK)).isEqualTo(codes(format, LINK)).isNotEqualTo(codes(format, new EgressLink(5, 4, 100 * GBPS)))
        .isNotEqualTo(codes(format, new EgressLink(6, 3, 100 * GBPS)));
  }

  private static String codes(TelemetryCodec format, EgressLink link) {
    var stamper = format.stamper(link);
    var codes = new StringBuilder();
    for (int packet = 0; packet < 100; packet++) {
      codes.append(HEX.formatHex(stamped(stamper, begun(format), new PortSnapshot().at(0, 0, BDP))));
    }
    return codes.toString();
  }

  @ParameterizedTest
  @FieldSource("SIZES")
  void theBusiestHopCounts(TelemetryCodec format) {
    var random = new SplittableRandom(3);
    for (int round = 0; round < 500; round++) {
      byte[] packet = begun(format);
      double busiest = 0;
      for (int hop = 0; hop < 5; hop++) {
        long queueBytes = random.nextLong(4 * BDP);
        busiest = Math.max(busiest, queueBytes / (double) BDP);
        stamped(format.stamper(new EgressLink(round, hop, 100 * GBPS)), packet, new PortSnapshot().at(0, 0, queueBytes));
      }
      // Among several hops a little below the busiest one, one may have been rounded up above it.
      assertThat(answer(format, packet)).isCloseTo(busiest, within(busiest * (base(format) - 1) * (1 + 1e-9)));
    }
  }

  @Test
  void distinguishesIdleFromUnmeasuredPaths() {
    for (TelemetryCodec format : SIZES) {
      byte[] packet = begun(format);
      assertThat(read(format, packet).answered()).isNull();
      assertThat(answer(format, stamped(format.stamper(LINK), packet, new PortSnapshot()))).isZero();
    }
  }

  @Test
  void aPortAveragesOverT() {
    TelemetryCodec format = inNetwork(new PintFormat(64794, 2, 1.0002, 0));
    var stamper = format.stamper(LINK);
    var snapshot = new PortSnapshot();
    double tolerance = 0.001;
    stamped(stamper, begun(format), snapshot.at(100 * US, 7_000_000, 0));
    // tau = 2 us: U = 0.8 * 0 + 0.2 * (0.5 + 0.4), with 10,000 of 25,000 bytes sent and half a BDP queued
    assertThat(answer(format, stamped(stamper, begun(format), snapshot.at(102 * US, 7_010_000, BDP / 2)))).isCloseTo(0.18,
        within(tolerance));
    // no time: the bytes count with the next packet
    assertThat(answer(format, stamped(stamper, begun(format), snapshot.at(102 * US, 7_020_000, BDP)))).isCloseTo(0.18,
        within(tolerance));
    // tau = 5 us: 0.5 * 0.18 + 0.5 * (0 + 1), with 62,500 bytes since 7,010,000
    assertThat(answer(format, stamped(stamper, begun(format), snapshot.at(107 * US, 7_072_500, 0)))).isCloseTo(0.59,
        within(tolerance));
    // dt = 40 us, tau = T: all of u' = 0.1 + 0.25
    assertThat(answer(format, stamped(stamper, begun(format), snapshot.at(147 * US, 7_197_500, BDP / 10)))).isCloseTo(0.35,
        within(tolerance));
  }

  @Test
  void aPacketThatIsNotStampedCounts() {
    TelemetryCodec format = SIZES.getFirst();
    var stamper = format.stamper(LINK);
    var snapshot = new PortSnapshot();
    stamper.stamp(new byte[0], 0, 0, 0, snapshot.at(0, 0, 0));
    stamper.stamp(new byte[0], 0, 0, 0, snapshot.at(20 * US, 2 * BDP, 0));
    assertThat(answer(format, stamped(stamper, begun(format), snapshot))).isCloseTo(1, within(0.011));
  }

  @Test
  void tIsTheNetworksUnlessTheFormatHasOne() {
    var full = new PortSnapshot().at(0, 0, BDP);
    TelemetryCodec ownT = new PintFormat(64794, 2, 0, 40 * US).in(new NetworkFacts(LinkRates.NONE, 10 * US, 5));
    assertThat(answer(ownT, stamped(ownT.stamper(LINK), begun(ownT), full))).isCloseTo(0.25, within(0.0026));
    TelemetryCodec longT = PintFormat.DEFAULT.in(new NetworkFacts(LinkRates.NONE, 20 * US, 5));
    assertThat(answer(longT, stamped(longT.stamper(LINK), begun(longT), full))).isCloseTo(0.5, within(0.0051));
    assertThat(answer(PintFormat.DEFAULT, stamped(PintFormat.DEFAULT.stamper(LINK), begun(PintFormat.DEFAULT), full)))
        .as("10 us outside of a network").isCloseTo(1, within(0.011));
  }

  @ParameterizedTest
  @FieldSource("SIZES")
  void valuesBeyondTheScaleSaturate(TelemetryCodec format) {
    byte[] packet = first(format, 1, 1e6);
    assertThat(answer(format, packet)).isGreaterThan(200);
    assertThat(answer(format, stamped(format.stamper(LINK), packet, new PortSnapshot().at(0, 0, 1L << 60)))).isGreaterThan(200);
  }

  @Test
  void aCodeWithoutMeaningStays() {
    TelemetryCodec format = SIZES.getFirst();
    byte[] packet = HEX.parseHex("0575");
    stamped(format.stamper(LINK), packet, new PortSnapshot().at(0, 0, BDP));
    assertThat(HEX.formatHex(packet)).isEqualTo("0575");
    assertThat(format.describe(packet, 0, 2)).hasToString(
        new DecodedHeader("pint", DecodeStatus.UNSUPPORTED,
            List.of(new DecodedHeader.Field("code", 1397L), new DecodedHeader.Field("inflightPpm", "unavailable")), List.of())
            .toString());
  }

  @ParameterizedTest
  @FieldSource("SIZES")
  void truncatedAndAnyBytesDoNoHarm(TelemetryCodec format) {
    byte[] packet = first(format, 1, 1);
    var hops = new Hops(1);
    for (int length = 0; length < packet.length; length++) {
      assertThat(format.read(new byte[length], 0, length, hops)).isEqualTo(DecodeStatus.TRUNCATED);
      assertThat(format.describe(new byte[length], 0, length).outcome()).isEqualTo(DecodeStatus.TRUNCATED);
      assertThat(hops.answered()).isNull();
    }
    HostileBytes.assertNoHarm(format, packet);
    for (int bytes = 0; bytes < 1 << 16; bytes++) {
      packet[0] = (byte) bytes;
      packet[packet.length - 1] = (byte) (packet.length == 1 ? bytes : bytes >> 8);
      DecodeStatus outcome = format.read(packet, 0, packet.length, hops);
      assertThat(outcome == DecodeStatus.READ || hops.answered() == null).isTrue();
      assertThat(hops.answered() == null || hops.answer() >= 0 && hops.answer() < 1100).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {"64794 | 0 | 0 | 0 | bytes 0 is outside 1 to 2",
      "64794 | 3 | 0 | 0 | bytes 3 is outside 1 to 2",
      "4791 | 2 | 0 | 0 | UDP port 4791 is that of RoCEv2 without telemetry; use another port",
      "0 | 2 | 0 | 0 | UDP port 0 is outside 1 to 65535", "64794 | 2 | 0 | -1 | T in ps -1 is outside 0 to 9223372036854775807",
      "64794 | 2 | 1 | 0 | logBase must be above 1 and at most 2, found 1.0",
      "64794 | 2 | 2.5 | 0 | logBase must be above 1 and at most 2, found 2.5",
      "64794 | 2 | NaN | 0 | logBase must be above 1 and at most 2, found NaN",
      "64794 | 2 | -1 | 0 | logBase must be above 1 and at most 2, found -1.0"})
  void parametersHaveRanges(int udpPort, int bytes, double logBase, long tPs, String message) {
    assertThatThrownBy(() -> new PintFormat(udpPort, bytes, logBase, tPs)).isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void aBaseHasToReachLongQueues() {
    assertThatThrownBy(() -> new PintFormat(64794, 1, 1.01, 0))
        .hasMessageStartingWith("logBase 1.01 is too small for 1 byte: the last")
        .hasMessageEndingWith(" bandwidth-delay products, below 8.0");
    assertThatThrownBy(() -> new PintFormat(64794, 2, 1.0001, 0)).hasMessageContaining("2 bytes");
    TelemetryCodec coarse = inNetwork(new PintFormat(64794, 1, 2, 0));
    assertThat(answer(coarse, HEX.parseHex("16"))).as("2^(22 - 2 - 10)").isEqualTo(1024);
    assertThat(coarse.read(HEX.parseHex("17"), 0, 1, new Hops(1))).isEqualTo(DecodeStatus.UNSUPPORTED);
    assertThat(answer(inNetwork(new PintFormat(64794, 2, 1.00014, 0)), HEX.parseHex("ffff"))).isGreaterThan(8);
  }

  @Test
  void descriptionHasTheReadValue() {
    DecodedHeader description = PintFormat.DEFAULT.describe(HEX.parseHex("0002"), 0, 2);
    assertThat(description.header()).containsExactly(new DecodedHeader.Field("code", 2L),
        new DecodedHeader.Field("inflightPpm", 977L));
    assertThat(PintFormat.DEFAULT.displacedMarker(HEX.parseHex("0002"), 0)).isEqualTo(4791);
    assertThat(PintFormat.DEFAULT.canExpress(12_345)).isTrue();
  }
}
