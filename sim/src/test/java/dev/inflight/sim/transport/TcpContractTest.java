package dev.inflight.sim.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.cc.rival.Swift;
import dev.inflight.cc.scheme.Schemes;
import dev.inflight.net.telemetrypackets.TelemetryPackets;
import dev.inflight.net.telemetrypackets.TelemetryPacketKinds;
import dev.inflight.net.telemetrypackets.Probes;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.net.recovery.Tcp;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.switching.ecn.PortClass;
import dev.inflight.net.topology.Star;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.Problem;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.telemetry.HeaderPlacement;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.Formats;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** TCP with every scheme, format, framing and carrier: refused with a sentence, or a run with losses in which everything finishes. */
class TcpContractTest {
  private static final long US = 1_000_000;
  private static final long RATE = 100_000_000_000L;
  private static final Tcp EACH = new Tcp(Tcp.DEFAULT.minRtoPs(), 1, 0, Tcp.DEFAULT.burstBytes());

  static List<Scheme> schemes() {
    return Schemes.ALL;
  }

  @Test
  void delaysAreOfSegmentsThatAreAcknowledgedAtOnce() {
    var builder = new SetupBuilder();
    builder.topology = new Star(5, RATE, US).build();
    builder.recovery = Tcp.DEFAULT;
    builder.framing = Framing.TCP;
    builder.pfc = false;
    builder.scheme = Swift.DEFAULT;
    assertThat(builder.build().problems()).singleElement()
        .satisfies(problem -> assertThat(problem.sentence()).endsWith("use tcp(ackEvery=1)"));
    builder.recovery = EACH;
    assertThat(builder.build().problems()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("schemes")
  void acceptedOrRefused(Scheme scheme) {
    for (TelemetryFormat format : Formats.ALL) {
      for (Framing framing : Framing.values()) {
        for (TelemetryPackets carrier : TelemetryPacketKinds.ALL) {
          try {
            isAcceptedOrRefused(scheme, format, framing, carrier);
          } catch (AssertionError | RuntimeException failure) {
            throw new AssertionError(format + ", " + framing + ", " + carrier + ": " + failure.getMessage(), failure);
          }
        }
      }
    }
  }

  private static void isAcceptedOrRefused(Scheme scheme, TelemetryFormat format, Framing framing, TelemetryPackets carrier) {
    var builder = new SetupBuilder();
    builder.topology = new Star(5, RATE, US).build();
    for (int source = 0; source < 4; source++) {
      builder.flows.add(source, 4, 3, 100, 60_500, source * US);
    }
    builder.recovery = scheme.signals().contains(Signal.RTT) ? EACH : Tcp.DEFAULT;
    builder.scheme = scheme;
    builder.telemetry = format;
    builder.framing = framing;
    builder.telemetryPackets = carrier;
    builder.pfc = false;
    builder.lossRate = 0.01;
    builder.ecn.put(PortClass.ofRate(RATE), new EcnThresholds(20_000, 80_000, 0.2));
    Setup setup = builder.build();
    List<Problem> problems = setup.problems();
    boolean hears = scheme.signals().contains(Signal.HOPS);
    boolean fits = framing.isTcp() && !scheme.signals().contains(Signal.CNP) && !scheme.signals().contains(Signal.CREDIT);
    boolean carried = carrier instanceof Probes && format.placement() != HeaderPlacement.AROUND_UDP
        && (framing.isIpv6() || !format.placement().needsIpv6());
    if (!fits || hears && !carried) {
      assertThat(problems).isNotEmpty();
    } else if (!hears || format.name().equals("native") && scheme.name().equals("hpcc")) {
      assertThat(problems).isEmpty();
    }
    if (!problems.isEmpty()) {
      assertThat(problems).allSatisfy(problem -> assertThat(problem.sentence()).hasSizeGreaterThan(30));
      return;
    }
    RunResult result = new Simulation(setup, Recorder.NONE).run();
    assertThat(result.flowsFinished()).isEqualTo(result.flows());
    assertThat(result.hosts().deliveredBytes).isEqualTo(4 * 60_500);
    assertThat(result.hosts().acksWithHops > 0).isEqualTo(hears);
    assertThat(result.hosts().notificationsSent).isEqualTo(result.hosts().notifications + result.lost(Packet.Kind.NOTIFICATION));
  }
}
