package dev.inflight.net.frame;

import dev.inflight.telemetry.IoamFormat;
import dev.inflight.telemetry.IoamIncrementalFormat;
import dev.inflight.telemetry.NativeFormat;
import dev.inflight.telemetry.TelemetryFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** All formats that real frames can carry. */
final class TestFormats {
  static final List<TelemetryFormat> ON_THE_WIRE = List.of(NativeFormat.DEFAULT, IoamFormat.DEFAULT,
      IoamIncrementalFormat.DEFAULT);

  private TestFormats() {
  }

  /** Each of them with each IP version that can carry it: a format, and whether it is IPv6. */
  static Stream<Arguments> withIpVersions() {
    return ON_THE_WIRE.stream().flatMap(format -> format.placement().needsIpv6()
        ? Stream.of(Arguments.of(format, true))
        : Stream.of(Arguments.of(format, false), Arguments.of(format, true)));
  }
}
