package dev.inflight.wire;

import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.Formats;
import dev.inflight.telemetry.format.ifa.IfaFormat;
import dev.inflight.telemetry.format.p4int.IntFormat;
import dev.inflight.wire.frame.FrameView;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** All formats that real frames can carry. */
public final class TestFormats {
  public static final List<TelemetryFormat> ON_THE_WIRE = Formats.ALL.stream().filter(format -> format.reflectionCode() != 0)
      .toList();

  /** Format of the published frame, with another protocol number and version, and units of one byte. */
  public static final IfaFormat PUBLISHED_IFA = new IfaFormat(131, 3, 15, 0, 255, 255, 1, 1, false);

  /** DSCP that marks INT in published frames. */
  static final int INT_DSCP = 0x20;

  /** All formats, including those of the published frames. */
  public static final List<TelemetryFormat> ALL = Stream.concat(ON_THE_WIRE.stream(), Stream.of(PUBLISHED_IFA)).toList();

  private TestFormats() {
  }

  public static FrameView viewOfAll() {
    return new FrameView(ALL, INT_DSCP, IntFormat.DEFAULT);
  }

  /** View of captured frames with all formats. */
  public static FrameView captureViewOfAll() {
    return FrameView.ofCaptures(ALL, INT_DSCP, IntFormat.DEFAULT);
  }

  /** Each format with each IP version that can carry it: a format, and true for IPv6. */
  static Stream<Arguments> withIpVersions() {
    return ON_THE_WIRE.stream()
        .flatMap(format -> format.placement().needsIpv6()
            ? Stream.of(Arguments.of(format, true))
            : Stream.of(Arguments.of(format, false), Arguments.of(format, true)));
  }
}
