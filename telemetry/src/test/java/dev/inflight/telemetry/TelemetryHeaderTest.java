package dev.inflight.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.telemetry.format.FormatContractTest;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Telemetry header without a packet: the endpoint's report and the description contain the records of two switches. */
class TelemetryHeaderTest {
  static final List<TelemetryCodec> ALL = FormatContractTest.ALL;
  private static final long RATE = 100_000_000_000L;

  private static TelemetryCodec.Stamper stamper(TelemetryCodec format, int node) {
    return format.stamper(new EgressLink(node, 6, RATE));
  }

  private static PortSnapshot snapshot(long queueBytes) {
    return new PortSnapshot().at(5_000_000, 125_000, queueBytes);
  }

  @ParameterizedTest
  @FieldSource("ALL")
  void itsBytesAreThoseThatTheFormatWrites(TelemetryCodec format) {
    byte[] bytes = new byte[format.bufferBytes(2)];
    int length = format.begin(bytes, 0, PathQuery.UTILIZATION);
    var header = new TelemetryHeader(format, 2);
    assertThat(header.begin(PathQuery.UTILIZATION)).isSameAs(header);
    for (int node = 1; node <= 3; node++) { // one more than there is room for
      assertThat(header.length()).isEqualTo(length);
      assertThat(Arrays.copyOf(header.bytes(), length)).isEqualTo(Arrays.copyOf(bytes, length));
      length += stamper(format, node).stamp(bytes, 0, length, bytes.length, snapshot(8_000 * node));
      assertThat(header.stamp(stamper(format, node), snapshot(8_000 * node))).isSameAs(header);
    }
    assertThat(header.length()).isEqualTo(length).isEqualTo(format.sizeBytes(2));
    assertThat(Arrays.copyOf(header.bytes(), length)).isEqualTo(Arrays.copyOf(bytes, length));

    var read = new Hops(1);
    var expected = new Hops(1);
    assertThat(header.read(read)).isEqualTo(DecodeStatus.READ).isEqualTo(format.read(bytes, 0, length, expected));
    assertThat(read).hasToString(expected.toString());
    assertThat(header.describe()).isEqualTo(format.describe(bytes, 0, length));
    assertThat(header.describe().outcome()).isEqualTo(DecodeStatus.READ);
  }

  @ParameterizedTest
  @FieldSource("ALL")
  void restartedHeaderHasNoHops(TelemetryCodec format) {
    var header = new TelemetryHeader(format, 3).begin(PathQuery.UTILIZATION);
    var empty = header.describe();
    header.stamp(stamper(format, 1), snapshot(80)).stamp(stamper(format, 2), snapshot(160)).begin(PathQuery.UTILIZATION);
    assertThat(header.length()).isEqualTo(format.sizeBytes(0));
    assertThat(header.describe()).isEqualTo(empty);
    var hops = new Hops(1);
    assertThat(header.read(hops)).isEqualTo(DecodeStatus.READ);
    assertThat(hops.count()).isZero();
    assertThat(hops.answered()).isNull();
  }

  @Test
  void readsRecordsOfTwoSwitches() {
    var header = new TelemetryHeader(NativeFormat.DEFAULT, 2).begin(PathQuery.UTILIZATION)
        .stamp(stamper(NativeFormat.DEFAULT, 1), snapshot(8_000)).stamp(stamper(NativeFormat.DEFAULT, 2), snapshot(16_000));
    var hops = new Hops(2);
    assertThat(header.read(hops)).isEqualTo(DecodeStatus.READ);
    assertThat(hops).hasToString("path 3: [t=5000000ps sent=124928B queue=8000B rate=100000000000b/s]"
        + " [t=5000000ps sent=124928B queue=16000B rate=100000000000b/s]");
    assertThat(header.length()).isEqualTo(18);
    assertThat(header.describe().header()).containsExactly(new DecodedHeader.Field("nHop", 2L),
        new DecodedHeader.Field("pathId", 3L));
    assertThat(header.describe().hops().get(1)).containsExactly(new DecodedHeader.Field("rateCode", 4L),
        new DecodedHeader.Field("rateBitsPerSec", RATE), new DecodedHeader.Field("timeNs", 5_000L),
        new DecodedHeader.Field("txBytes", 124_928L), new DecodedHeader.Field("queueBytes", 16_000L));
  }
}
