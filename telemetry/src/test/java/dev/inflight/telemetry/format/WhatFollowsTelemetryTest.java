package dev.inflight.telemetry.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.HeaderPlacement;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.TelemetryCodec;
import dev.inflight.telemetry.TelemetryFormat;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/** Replaced markers, and the position of the data behind a telemetry header. */
class WhatFollowsTelemetryTest {
  static final List<TelemetryCodec> ALL = FormatContractTest.ALL;
  private static final int PARTITION_END = 4;

  private static TelemetryCodec format(String name) {
    return ALL.stream().filter(each -> each.format().name().equals(name)).findFirst().orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({"native, AFTER_UDP, 4791", "draft, AFTER_UDP, 4791", "int, AFTER_UDP, 4791", "ioam-incremental, AFTER_UDP, 4791",
      "pint, AFTER_UDP, 4791", "busiest, AFTER_UDP, 4791", "authors, AFTER_UDP, -1", "ifa, AROUND_UDP, 17",
      "ioam, HOP_BY_HOP, 17", "csig, LINK_LAYER, -1", "csig-wide, LINK_LAYER, -1"})
  void headersKeepTheReplacedRoceMarker(String name, HeaderPlacement placement, int displaced) {
    TelemetryCodec format = format(name);
    byte[] bytes = new byte[9 + format.bufferBytes(2)];
    for (int fill : new int[] {0x00, 0xFF}) {
      Arrays.fill(bytes, (byte) fill);
      int length = format.begin(bytes, 9, PathQuery.UTILIZATION);
      assertThat(format.format().displacedMarker(bytes, 9)).isEqualTo(displaced);
      assertThat(format.format().lengthBytes(bytes, 9, length)).isEqualTo(length);
      format.stamper(new EgressLink(1, 6, 100_000_000_000L)).stamp(bytes, 9, length, bytes.length, new PortSnapshot());
      assertThat(format.format().displacedMarker(bytes, 9)).as("behind a switch").isEqualTo(displaced);
      assertThat(format.format().lengthBytes(bytes, 9, Math.min(bytes.length - 9, TelemetryFormat.PREFIX_BYTES)))
          .isEqualTo(format.sizeBytes(1));
    }
    assertThat(format.format().placement()).isEqualTo(placement);
    assertThat(placement.needsIpv6()).isEqualTo(placement == HeaderPlacement.HOP_BY_HOP);
  }

  /**
   * In packets of a flow without the header, RoCEv2 with its default partition follows the marker, or bytes that no switch
   * extends.
   */
  @ParameterizedTest
  @FieldSource("ALL")
  void packetWithoutAHeaderIsRecognized(TelemetryCodec format) {
    int blank = format.format().blankBytes();
    byte[] bytes = new byte[format.bufferBytes(4) + PARTITION_END];
    TelemetryCodec.Stamper stamper = format.stamper(new EgressLink(1, 6, 100_000_000_000L));
    if (blank > 0) {
      format.format().writeBlank(bytes, 0);
      byte[] before = bytes.clone();
      assertThat(format.format().lengthBytes(bytes, 0, blank)).isEqualTo(blank);
      assertThat(stamper.stamp(bytes, 0, blank, bytes.length, new PortSnapshot())).isZero();
      assertThat(bytes).isEqualTo(before);
      return;
    }
    int length = format.begin(bytes, 0, PathQuery.UTILIZATION);
    for (int hop = 0; hop < 3 && format.format().placement() == HeaderPlacement.AFTER_UDP; hop++) {
      bytes[length] = 0x0A; // BTH of an RDMA WRITE follows
      int partition = (bytes[2] & 0xFF) << 8 | bytes[3] & 0xFF;
      assertThat(partition).as("%d hops", hop).isNotEqualTo(0xFFFF);
      length += stamper.stamp(bytes, 0, length, bytes.length, new PortSnapshot());
    }
  }

  @ParameterizedTest
  @FieldSource("ALL")
  void firstBytesGiveTheLengthOrReportThatTheyAreTooFew(TelemetryCodec format) {
    for (int hops = 0; hops <= 2; hops++) {
      byte[] bytes = new byte[format.bufferBytes(2)];
      int length = format.begin(bytes, 0, PathQuery.UTILIZATION);
      for (int node = 1; node <= hops; node++) {
        length += format.stamper(new EgressLink(node, 6, 100_000_000_000L)).stamp(bytes, 0, length, bytes.length,
            new PortSnapshot());
      }
      boolean told = false;
      for (int available = 0; available <= Math.min(length, TelemetryFormat.PREFIX_BYTES); available++) {
        int size = format.format().lengthBytes(Arrays.copyOf(bytes, available), 0, available); // reading behind the end would throw
        assertThat(size).as("%d bytes", available).isIn(-1, length);
        assertThat(told && size < 0).as("%d bytes tell less than fewer", available).isFalse();
        told = size > 0;
      }
      assertThat(told).isTrue();
    }
  }
}
