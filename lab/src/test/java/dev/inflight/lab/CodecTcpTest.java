package dev.inflight.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.link.Framing;
import dev.inflight.net.recovery.Tcp;
import dev.inflight.net.validation.CheckedFeedback;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.telemetry.HeaderPlacement;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.Formats;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Segments carry all data that TCP needs: runs whose packets become bytes and back on every hop are the same runs. */
@Tag("sweep")
class CodecTcpTest {
  private static final Path HPCC = Path.of("../scenarios/hpccpp/tcp.yaml");
  private static final Path DCTCP = Path.of("../scenarios/hpccpp/tcp-dctcp.yaml");

  /** The scenario with smaller flows' worth of time: enough for the incast to build, lose and recover. */
  private static RunResult assertSame(Path scenario, Consumer<SetupBuilder> changes) {
    return CodecWireTest.assertSame(scenario, setup -> {
      setup.untilPs = 400_000_000;
      changes.accept(setup);
      assertThat(setup.build().problems()).isEmpty();
    });
  }

  static Stream<Arguments> formats() {
    return Formats.ALL.stream().filter(format -> format.reflectionCode() != 0 && format.placement() != HeaderPlacement.AROUND_UDP)
        .flatMap(format -> Stream.of(Framing.TCP, Framing.TCP_IPV6)
            .filter(framing -> framing.isIpv6() || !format.placement().needsIpv6())
            .map(framing -> Arguments.of(format, framing)));
  }

  @ParameterizedTest
  @MethodSource("formats")
  void probesBringEachFormat(TelemetryFormat format, Framing framing) {
    for (boolean sealed : new boolean[] {false, true}) {
      RunResult result = assertSame(HPCC, setup -> {
        setup.telemetry = format;
        setup.framing = framing;
        setup.authenticateFeedback = sealed;
      });
      assertThat(result.hosts().notifications).isPositive();
    }
  }

  @ParameterizedTest
  @MethodSource("formats")
  void lossesAreRecovered(TelemetryFormat format, Framing framing) {
    RunResult result = CodecWireTest.assertSame(HPCC, setup -> {
      setup.telemetry = format;
      setup.framing = framing;
      setup.lossRate = 0.003;
      setup.untilPs = 2_000_000_000L;
    });
    assertThat(result.hosts().retransmittedBytes).isPositive();
  }

  @Test
  void marksAreEchoed() {
    for (Framing framing : new Framing[] {Framing.TCP, Framing.TCP_IPV6}) {
      for (double lossRate : new double[] {0, 0.002}) {
        RunResult result = assertSame(DCTCP, setup -> {
          setup.framing = framing;
          setup.lossRate = lossRate;
        });
        assertThat(result.hosts().acksWithMarks).isPositive();
        assertThat(result.hosts().notifications).as("probes").isZero();
      }
    }
  }

  static Stream<Consumer<SetupBuilder>> variantsOfTcpRunTheSameOverCodecs() {
    return Stream.of(setup -> setup.payloadBytes = 1021, setup -> setup.payloadBytes = 8948,
        setup -> setup.recovery = new Tcp(1_000_000_000, 1, 0, 1),
        setup -> setup.recovery = new Tcp(1_000_000_000, 4, 50_000_000, 1 << 20), setup -> {
          setup.authenticateFeedback = true;
          setup.feedbackValidation = CheckedFeedback.DEFAULT;
        });
  }

  @ParameterizedTest
  @MethodSource
  void variantsOfTcpRunTheSameOverCodecs(Consumer<SetupBuilder> changes) {
    assertThat(assertSame(HPCC, changes).hosts().acks).isPositive();
  }
}
