package dev.inflight.telemetry.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.TelemetryHeader;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/** Numbers in frames and captures, which must not change between versions of this program. */
class WireNumbersTest {
  static final List<TelemetryFormat> ALL = Formats.ALL;

  @ParameterizedTest
  @CsvSource({"native, 64791, 1", "draft, 64792, 2", "int, 17768, 3", "ifa, 253, 4", "ioam, 49, 5", "ioam-incremental, 64793, 6",
      "csig, 39168, 7", "csig-wide, 39169, 8", "pint, 64794, 9", "busiest, 64795, 10", "authors, 0, 0"})
  void markersAndReflectionCodes(String name, int marker, int reflectionCode) {
    for (TelemetryFormat format : ALL.stream().filter(each -> each.name().equals(name)).toList()) {
      assertThat(format.marker()).isEqualTo(marker);
      assertThat(format.reflectionCode()).isEqualTo(reflectionCode);
      boolean oneFigure = List.of("csig", "csig-wide", "pint", "busiest").contains(name);
      assertThat(format.bottleneckOnly()).isEqualTo(oneFigure);
    }
  }

  @ParameterizedTest
  @FieldSource("ALL")
  void formatWorksWithoutANetwork(TelemetryFormat format) {
    var header = new TelemetryHeader(format, 3).begin(PathQuery.UTILIZATION);
    assertThat(header.length()).isEqualTo(format.sizeBytes(0));
    for (int node = 1; node <= 2; node++) {
      header.stamp(format.stamper(new EgressLink(node, 3, 100_000_000_000L)),
          new PortSnapshot().at(5_000_000, 125_000, 8_000 * node));
    }
    var hops = new Hops(1);
    assertThat(header.read(hops)).isEqualTo(DecodeStatus.READ);
    assertThat(header.describe().outcome()).isEqualTo(DecodeStatus.READ);
    if (format.bottleneckOnly()) {
      assertThat(hops.count()).isZero();
    } else {
      assertThat(hops.count()).isEqualTo(2);
      assertThat(hops.queueBytes(0)).isEqualTo(8_000);
      assertThat(hops.queueBytes(1)).isEqualTo(16_000);
    }
  }
}
