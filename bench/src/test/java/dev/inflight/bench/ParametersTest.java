package dev.inflight.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.Scheme;
import dev.inflight.cc.scheme.Schemes;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.Formats;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Param;

/** Annotations can only list names: the lists are complete. */
class ParametersTest {
  @Test
  void everySchemeIsMeasured() throws NoSuchFieldException {
    assertThat(values(AckBenchmark.class, "scheme")).containsExactlyElementsOf(Schemes.ALL.stream().map(Scheme::name).toList());
  }

  @Test
  void everyFormatIsMeasured() throws NoSuchFieldException {
    assertThat(values(AckBenchmark.class, "format"))
        .containsExactlyElementsOf(Formats.ALL.stream().map(TelemetryFormat::name).toList());
    assertThat(values(TelemetryBenchmark.class, "format"))
        .containsExactlyElementsOf(Formats.ALL.stream().map(TelemetryFormat::name).toList());
    assertThat(values(FormatFabricBenchmark.class, "format")).containsExactlyElementsOf(
        Formats.ALL.stream().filter(format -> format.reflectionCode() != 0).map(TelemetryFormat::name).toList());
    assertThat(values(WatchBenchmark.class, "format")).containsExactly(values(FormatFabricBenchmark.class, "format"));
  }

  private static String[] values(Class<?> benchmark, String field) throws NoSuchFieldException {
    return benchmark.getField(field).getAnnotation(Param.class).value();
  }
}
