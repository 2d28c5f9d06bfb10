package dev.inflight.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a frame said before a telemetry header took the place of it: how a reader finds what stands behind the header. */
class WhatFollowsTelemetryTest {
  private static TelemetryFormat format(String name) {
    return FormatContractTest.ALL.stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({"native, AFTER_UDP, 4791", "draft, AFTER_UDP, 4791", "int, AFTER_UDP, 4791", "ioam-incremental, AFTER_UDP, 4791",
      "pint, AFTER_UDP, 4791", "authors, AFTER_UDP, -1", "ifa, AROUND_UDP, 17", "ioam, HOP_BY_HOP, 17", "csig, LINK_LAYER, -1",
      "csig-wide, LINK_LAYER, -1"})
  void aHeaderOfOursSaysThatRoceFollows(String name, Placement placement, int displaced) {
    TelemetryFormat format = format(name);
    byte[] bytes = new byte[9 + format.bufferBytes(2)];
    for (int fill : new int[] {0x00, 0xFF}) {
      Arrays.fill(bytes, (byte) fill);
      int length = format.begin(bytes, 9, Question.UTILISATION);
      assertThat(format.displacedMarker(bytes, 9)).isEqualTo(displaced);
      assertThat(format.lengthBytes(bytes, 9, length)).isEqualTo(length);
      format.stamper(new EgressLink(1, 6, 100_000_000_000L)).stamp(bytes, 9, length, bytes.length, new Snapshot());
      assertThat(format.displacedMarker(bytes, 9)).as("behind a switch").isEqualTo(displaced);
      assertThat(format.lengthBytes(bytes, 9, Math.min(bytes.length - 9, TelemetryFormat.PREFIX_BYTES)))
          .isEqualTo(format.sizeBytes(1));
    }
    assertThat(format.placement()).isEqualTo(placement);
    assertThat(placement.needsIpv6()).isEqualTo(placement == Placement.HOP_BY_HOP);
  }

  @Test
  void allFormatsAreHere() {
    assertThat(Formats.ALL).hasSize(10);
  }
}
