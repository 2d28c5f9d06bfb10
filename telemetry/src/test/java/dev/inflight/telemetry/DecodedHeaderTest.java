package dev.inflight.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.telemetry.DecodedHeader.Field;
import dev.inflight.telemetry.format.FormatContractTest;
import dev.inflight.telemetry.format.p4int.IntFormat;
import dev.inflight.telemetry.format.p4int.IntFormatTest;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/** The description of each hop has the same values that congestion control reads. */
class DecodedHeaderTest {
  static final List<TelemetryCodec> BY_HOP = FormatContractTest.BY_HOP;
  private static final long NS_PER_S = 1_000_000_000;

  private static Map<String, Object> said(List<Field> hop) {
    return hop.stream().collect(Collectors.toMap(Field::name, Field::value));
  }

  private static PortSnapshot random(SplittableRandom random) {
    PortSnapshot snapshot = new PortSnapshot().at(random.nextLong(1L << random.nextInt(1, 50)),
        random.nextLong(1L << random.nextInt(1, 50)), random.nextLong(1_000_000));
    snapshot.arrivedPs = random.nextLong(snapshot.nowPs + 1);
    return snapshot;
  }

  private static long timeNs(TelemetryCodec format, Map<String, Object> said) {
    return switch (format.format().name()) {
      case "ifa" ->
        ((Long) said.get("rxTimestampS") * NS_PER_S + (Long) said.get("rxTimestampNs") + (Long) said.get("residenceTimeNs"))
            % ((1L << 20) * NS_PER_S);
      case "int" -> (Long) said.get("egressTimestampNs");
      case "ioam", "ioam-incremental" -> (Long) said.get("timestampFractionNs");
      default -> (Long) said.get("timeNs");
    };
  }

  private static String queue(TelemetryCodec format) {
    return switch (format.format().name()) {
      case "int" -> "queueOccupancyBytes";
      case "ioam", "ioam-incremental" -> "queueDepthBytes";
      default -> "queueBytes";
    };
  }

  @ParameterizedTest
  @FieldSource("BY_HOP")
  void describesTheValuesThatAreRead(TelemetryCodec format) {
    var random = new SplittableRandom(1);
    var hops = new Hops(1);
    var header = new TelemetryHeader(format, 3);
    for (int round = 0; round < 200; round++) {
      header.begin(PathQuery.UTILIZATION);
      for (int node = 1; node <= 3; node++) {
        header.stamp(format.stamper(new EgressLink(node, 6, 100_000_000_000L)), random(random));
      }
      assertThat(header.read(hops)).isEqualTo(DecodeStatus.READ);
      DecodedHeader description = header.describe();
      assertThat(description.hops()).hasSize(3);
      for (int hop = 0; hop < 3; hop++) {
        Map<String, Object> said = said(description.hops().get(hop));
        assertThat(timeNs(format, said)).as("time of %s", said).isEqualTo(hops.timePs(hop) / 1000);
        assertThat(said).containsEntry(queue(format), hops.queueBytes(hop));
        assertThat(said.getOrDefault("txBytes", 0L)).as("bytes of %s", said).isEqualTo(hops.sentBytes(hop));
        assertThat(said.getOrDefault("rateBitsPerSec", 100_000_000_000L)).isEqualTo(hops.rateBitsPerSec(hop));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"00 00 00 00 00 00 00 00, 0", "7f ff ff ff ff ff ff ff, 9223372036854775807",
      "80 00 00 00 00 00 00 00, 9223372036854775808", "ff ff ff ff ff ff ff fe, 18446744073709551614",
      "ff ff ff ff ff ff ff ff, unavailable"})
  void describesIntTimestampsInTheNodesUnit(String timestamp, String said) {
    byte[] bytes = IntFormatTest.HEX.parseHex("14 05 12 b7 20 00 02 fe 04 00 00 00 00 00 00 00 " + timestamp);
    DecodedHeader description = IntFormat.DEFAULT.describe(bytes, 0, bytes.length);
    assertThat(description.outcome()).isEqualTo(DecodeStatus.READ);
    assertThat(description.hops()).singleElement().asString().contains("egressTimestampNs, value=" + said + "]");
  }

  @ParameterizedTest
  @FieldSource("BY_HOP")
  void describesWholeHopsOfTruncatedHeaders(TelemetryCodec format) {
    var random = new SplittableRandom(2);
    var header = new TelemetryHeader(format, 3).begin(PathQuery.UTILIZATION);
    for (int node = 1; node <= 3; node++) {
      header.stamp(format.stamper(new EgressLink(node, 6, 100_000_000_000L)), random(random));
    }
    DecodedHeader whole = header.describe();
    int before = 0;
    for (int length = 0; length < header.length(); length++) {
      DecodedHeader cut = format.describe(Arrays.copyOf(header.bytes(), length), 0, length);
      assertThat(cut.outcome()).as("%d bytes", length).isEqualTo(DecodeStatus.TRUNCATED);
      assertThat(whole.hops()).containsAll(cut.hops());
      assertThat(cut.hops().size()).as("%d bytes", length).isBetween(before, before + 1);
      assertThat(whole.header()).containsAll(cut.header());
      before = cut.hops().size();
    }
  }

  @ParameterizedTest
  @FieldSource("BY_HOP")
  void bytesAfterAHeaderAreNotPartOfIt(TelemetryCodec format) {
    var random = new SplittableRandom(3);
    var header = new TelemetryHeader(format, 3).begin(PathQuery.UTILIZATION);
    for (int node = 1; node <= 2; node++) {
      header.stamp(format.stamper(new EgressLink(node, 6, 100_000_000_000L)), random(random));
    }
    DecodedHeader alone = header.describe();
    for (int fill : new int[] {0x00, 0xA5, 0xFF}) {
      byte[] packet = new byte[header.length() + 100];
      Arrays.fill(packet, (byte) fill);
      System.arraycopy(header.bytes(), 0, packet, 0, header.length());
      assertThat(format.describe(packet, 0, packet.length)).isEqualTo(alone);
    }
  }

  @ParameterizedTest
  @FieldSource("BY_HOP")
  void readsCutHeadersAsTruncated(TelemetryCodec format) {
    var header = new TelemetryHeader(format, 3).begin(PathQuery.UTILIZATION)
        .stamp(format.stamper(new EgressLink(1, 6, 100_000_000_000L)), new PortSnapshot());
    for (int length = 0; length < header.length(); length++) {
      assertThat(format.read(header.bytes(), 0, length, new Hops(1))).as("%d bytes", length).isEqualTo(DecodeStatus.TRUNCATED);
    }
  }
}
