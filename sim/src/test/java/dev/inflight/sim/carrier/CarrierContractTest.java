package dev.inflight.sim.carrier;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.cc.scheme.Schemes;
import dev.inflight.net.report.ByAcks;
import dev.inflight.net.report.ByNotifications;
import dev.inflight.net.report.ByWindows;
import dev.inflight.net.carrier.Carrier;
import dev.inflight.net.carrier.Carriers;
import dev.inflight.net.carrier.EveryPacket;
import dev.inflight.net.carrier.OnQueue;
import dev.inflight.net.carrier.Probes;
import dev.inflight.net.report.ReportReturn;
import dev.inflight.net.report.ReportReturns;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.net.nic.EngineNic;
import dev.inflight.net.recovery.GoBackN;
import dev.inflight.net.recovery.Recoveries;
import dev.inflight.net.recovery.Recovery;
import dev.inflight.net.recovery.Tcp;
import dev.inflight.net.recovery.Unreliable;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.LinkEvent;
import dev.inflight.sim.setup.Problem;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.Rdma;
import dev.inflight.telemetry.HeaderPlacement;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.Formats;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every carrier with every return of reports, format, recovery and framing: refused with a sentence, or a run with losses, link events, READs
 * and WRITEs in which everything finishes, probes and notifications are accounted for, and the congestion control hears of the path.
 */
class CarrierContractTest {
  private static final long US = 1_000_000;
  private static final long RATE = 100_000_000_000L;

  static List<Arguments> all() {
    var all = new ArrayList<Arguments>();
    for (Carrier carrier : carriers()) {
      for (ReportReturn reports : ReportReturns.EVERY) {
        for (TelemetryFormat format : Formats.ALL) {
          for (Framing framing : Framing.values()) {
            for (Recovery recovery : Recoveries.ALL) {
              all.add(Arguments.of(carrier, reports, format, framing, recovery));
            }
          }
        }
      }
    }
    return all;
  }

  private static List<Carrier> carriers() {
    return Stream.concat(Carriers.ALL.stream(), Stream.of(new OnQueue(5000, OnQueue.ChosenBy.SWITCH))).toList();
  }

  private static SetupBuilder setup() {
    var setup = new SetupBuilder();
    setup.topology = new LeafSpine(2, 2, 4, RATE, RATE, US, 1).build();
    for (int source = 0; source < 7; source++) {
      setup.flows.add(source, 7, 3, 100, 100_000, source * US);
    }
    return setup;
  }

  @ParameterizedTest
  @MethodSource("all")
  void acceptedOrRefused(Carrier carrier, ReportReturn reports, TelemetryFormat format, Framing framing, Recovery recovery) {
    SetupBuilder builder = setup();
    builder.carrier = carrier;
    builder.reports = reports;
    builder.telemetry = format;
    builder.framing = framing;
    builder.recovery = recovery;
    builder.sealTelemetry = true;
    if (framing != Framing.REFERENCE && !(recovery instanceof Unreliable) && !(recovery instanceof Tcp)) {
      builder.ackEveryPackets = 3;
      new Rdma(Rdma.Op.READ, 2, 6, 30_000, 5, 2, 5 * US, US, 3, 300).addTo(builder.flows, builder.topology, 1);
      new Rdma(Rdma.Op.WRITE, 6, 2, 30_000, 5, 2, 5 * US, US, 3, 300).addTo(builder.flows, builder.topology, 1);
    }
    builder.lossRate = 0.002;
    builder.linkEvents.add(new LinkEvent(30 * US, 8, 10, false));
    builder.linkEvents.add(new LinkEvent(130 * US, 8, 10, true));
    Setup setup = builder.build();
    List<Problem> problems = setup.problems();
    assertThat(problems.isEmpty()).isEqualTo(goTogether(carrier, reports, format, framing, recovery));
    if (!problems.isEmpty()) {
      assertThat(problems).allSatisfy(problem -> assertThat(problem.sentence()).hasSizeGreaterThan(30));
      return;
    }
    RunResult result = new Simulation(setup, Recorder.NONE).run();
    assertThat(result.flowsFinished()).isEqualTo(result.flows());
    assertThat(result.hosts().probes).isEqualTo(result.hosts().probesTaken + result.lost(Packet.Kind.PROBE));
    assertThat(result.hosts().notificationsSent).isEqualTo(result.hosts().notifications + result.lost(Packet.Kind.NOTIFICATION)
        + result.lost(Packet.Kind.TALLY));
    assertThat(result.hosts().unrecoveredBytes > 0).isEqualTo(recovery instanceof Unreliable);
    assertThat(result.hosts().windowsSent).isEqualTo(result.hosts().windows + result.lost(Packet.Kind.WINDOW));
    boolean byWindows = reports instanceof ByWindows;
    assertThat(byWindows ? result.hosts().windows : result.hosts().acksWithHops).isPositive();
    assertThat(byWindows ? result.hosts().acksWithHops : result.hosts().windows).isZero();
    assertThat(result.hosts().forgedReports).isZero();
    assertThat(result.hosts().replayedReports).isZero();
    if (!(recovery instanceof Unreliable)) { // whose flows are over with the first answer: UnreliableTest has longer ones
      assertThat(result.belowLineShare()).as("the control decides").isGreaterThan(0.02);
    }
    if (reports instanceof ByNotifications && carrier.ridesOnData()) {
      assertThat(result.hosts().notificationsSent).isEqualTo(result.hosts().headersDelivered);
    }
  }

  private static boolean goTogether(Carrier carrier, ReportReturn reports, TelemetryFormat format, Framing framing,
      Recovery recovery) {
    if (framing == Framing.REFERENCE) {
      return format.name().equals("authors") && carrier instanceof EveryPacket && reports instanceof ByAcks
          && recovery instanceof GoBackN;
    }
    boolean tcp = recovery instanceof Tcp;
    boolean apart = carrier instanceof Probes && !(reports instanceof ByWindows);
    boolean counted = !(recovery instanceof Unreliable || tcp) || apart;
    boolean fits = framing.isTcp() == tcp && (framing.isIpv6() || !format.placement().needsIpv6())
        && !(tcp && format.placement() == HeaderPlacement.AROUND_UDP);
    return fits && counted && !(reports.choosesLink() && format.bottleneckOnly()) && !format.name().equals("authors")
        && !(carrier instanceof OnQueue && format.bottleneckOnly());
  }

  static List<Arguments> schemes() {
    return carriers().stream()
        .flatMap(carrier -> Schemes.ALL.stream().map(scheme -> Arguments.of(carrier, scheme))).toList();
  }

  @ParameterizedTest
  @MethodSource("schemes")
  void everySchemeThatHearsTelemetryHearsIt(Carrier carrier, Scheme scheme) {
    SetupBuilder builder = setup();
    builder.carrier = carrier;
    builder.scheme = scheme;
    builder.nic = EngineNic.DEFAULT;
    scheme.signals().stream().filter(Signal.ECN::equals)
        .forEach(_ -> builder.ecn.put(RATE, new EcnThresholds(20_000, 80_000, 0.2)));
    Setup setup = builder.build();
    boolean hears = scheme.signals().contains(Signal.HOPS);
    boolean quiet = carrier.stampRule().ofAll();
    boolean goes = !hears || !quiet || scheme.takesQuiet();
    assertThat(setup.problems().isEmpty()).as(setup.problems().toString()).isEqualTo(goes);
    if (goes) {
      RunResult result = new Simulation(setup, Recorder.NONE).run();
      assertThat(result.flowsFinished()).isEqualTo(result.flows());
      assertThat(result.hosts().acksWithHops > 0).isEqualTo(hears);
    }
  }
}
