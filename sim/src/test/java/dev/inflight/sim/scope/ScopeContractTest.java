package dev.inflight.sim.scope;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.cc.scheme.Schemes;
import dev.inflight.net.telemetrypackets.TelemetryPackets;
import dev.inflight.net.telemetrypackets.TelemetryPacketKinds;
import dev.inflight.net.telemetrypackets.OnQueue;
import dev.inflight.net.link.Framing;
import dev.inflight.net.recovery.GoBackN;
import dev.inflight.net.recovery.Recoveries;
import dev.inflight.net.recovery.Recovery;
import dev.inflight.net.feedback.FeedbackPath;
import dev.inflight.net.feedback.FeedbackPaths;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.switching.ecn.PortClass;
import dev.inflight.net.switching.queue.RoundRobinQueues;
import dev.inflight.net.switching.queue.StrictOverDeficit;
import dev.inflight.net.switching.scope.PortScope;
import dev.inflight.net.switching.scope.QueueScope;
import dev.inflight.net.switching.scope.RecordScope;
import dev.inflight.net.switching.scope.RecordScope.Queueing;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.change.LinkDown;
import dev.inflight.sim.change.LinkUp;
import dev.inflight.sim.setup.Problem;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.FlowTable;
import dev.inflight.sim.workload.Rdma;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.Formats;
import dev.inflight.telemetry.format.ifa.IfaFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every format with port and queue, length and sojourn time, framing and recovery: refused with a sentence, or a run with losses, link
 * events, READs and WRITEs in three priorities in which everything finishes and the congestion control gets reports of the path.
 */
class ScopeContractTest {
  private static final long US = 1_000_000;
  private static final long RATE = 100_000_000_000L;
  private static final Set<String> WITH_SOJOURN = Set.of("ifa", "int", "ioam", "ioam-incremental", "csig", "csig-wide");
  private static final List<RecordScope> SCOPES = List.of(new PortScope(Queueing.LENGTH), new PortScope(Queueing.DELAY),
      new QueueScope(Queueing.LENGTH, 0), new QueueScope(Queueing.DELAY, 5 * US));

  static List<Arguments> all() {
    var all = new ArrayList<Arguments>();
    for (RecordScope scope : SCOPES) {
      for (TelemetryFormat format : Formats.ALL) {
        for (Framing framing : Framing.values()) {
          for (Recovery recovery : Recoveries.RELIABLE) {
            all.add(Arguments.of(scope, format, framing, recovery));
          }
        }
      }
    }
    return all;
  }

  private static SetupBuilder setup(RecordScope scope) {
    var setup = new SetupBuilder();
    setup.topology = new LeafSpine(2, 2, 4, RATE, RATE, US, 1).build();
    setup.scope = scope;
    setup.queues = new StrictOverDeficit(5, 1500, 1, 1, 3, 1, 1, 1, 1);
    for (int source = 0; source < 7; source++) {
      setup.flows.add(source, 7, 3 + source % 3, 100, 100_000, source * US);
    }
    return setup;
  }

  @ParameterizedTest
  @MethodSource("all")
  void acceptedOrRefused(RecordScope scope, TelemetryFormat format, Framing framing, Recovery recovery) {
    SetupBuilder setup = setup(scope);
    setup.telemetry = format;
    setup.framing = framing;
    setup.recovery = recovery;
    setup.authenticateFeedback = true;
    if (framing != Framing.REFERENCE) {
      new Rdma(Rdma.Op.READ, 2, 6, 30_000, 5, 2, 5 * US, US, 3, 300).addTo(setup.flows, setup.topology, 1);
      new Rdma(Rdma.Op.WRITE, 6, 2, 30_000, 5, 2, 5 * US, US, 4, 300).addTo(setup.flows, setup.topology, 1);
    }
    setup.lossRate = 0.002;
    setup.events.add(new LinkDown(30 * US, 8, 10));
    setup.events.add(new LinkUp(130 * US, 8, 10));
    runsOrIsRefused(setup, goTogether(scope, format, framing, recovery));
  }

  private static void runsOrIsRefused(SetupBuilder setup, boolean goes) {
    List<Problem> problems = setup.build().problems();
    assertThat(problems.isEmpty()).as(problems.toString()).isEqualTo(goes);
    assertThat(problems).allSatisfy(problem -> assertThat(problem.sentence()).hasSizeGreaterThan(30));
    if (!goes) {
      return;
    }
    RunResult result = new Simulation(setup.build(), Recorder.NONE).run();
    assertThat(result.flowsFinished()).isEqualTo(result.flows());
    boolean hears = setup.scheme.signals().contains(Signal.HOPS);
    assertThat(result.hosts().acksWithHops + result.hosts().windowUpdates > 0).isEqualTo(hears);
    assertThat(result.hosts().forgedReports).isZero();
    assertThat(result.hosts().replayedReports).isZero();
    assertThat(result.belowLineShare()).as("the control decides").isGreaterThan(0.02);
  }

  private static boolean goTogether(RecordScope scope, TelemetryFormat format, Framing framing, Recovery recovery) {
    if (framing.isTcp()) { // that of another recovery
      return false;
    }
    if (scope.queueing() == Queueing.DELAY && !WITH_SOJOURN.contains(format.name())) {
      return false;
    }
    if (framing == Framing.REFERENCE) {
      return format.name().equals("authors") && scope instanceof PortScope && recovery instanceof GoBackN;
    }
    return !framing.isTcp() && !format.name().equals("authors")
        && (framing == Framing.ROCEV2_IPV6 || !format.placement().needsIpv6());
  }

  static List<Arguments> carriers() {
    var all = new ArrayList<Arguments>();
    for (RecordScope scope : SCOPES.subList(1, 4)) {
      for (FeedbackPath reports : FeedbackPaths.EVERY) {
        TelemetryPacketKinds.ALL.forEach(carrier -> all.add(Arguments.of(scope, carrier, reports)));
        all.add(Arguments.of(scope, new OnQueue(5000, OnQueue.ChosenBy.SWITCH), reports));
      }
    }
    return all;
  }

  @ParameterizedTest
  @MethodSource("carriers")
  void everyCarrierAndFeedbackPathReportsQueues(RecordScope scope, TelemetryPackets carrier, FeedbackPath reports) {
    SetupBuilder setup = setup(scope);
    setup.telemetry = IfaFormat.DEFAULT;
    for (int source = 0; source < 7; source++) {
      setup.flows.add(source, 7, 3 + source % 3, 101, 400_000, 0); // long enough for few reports to decide
    }
    setup.telemetryPackets = carrier;
    setup.feedback = reports;
    setup.lossRate = 0.002;
    setup.authenticateFeedback = true;
    runsOrIsRefused(setup, true);
  }

  static List<Arguments> schemes() {
    return SCOPES.stream().flatMap(scope -> Schemes.ALL.stream().map(scheme -> Arguments.of(scope, scheme))).toList();
  }

  @ParameterizedTest
  @MethodSource("schemes")
  void everySchemeRuns(RecordScope scope, Scheme scheme) {
    SetupBuilder setup = setup(scope);
    setup.telemetry = IfaFormat.DEFAULT;
    setup.scheme = scheme;
    setup.ecn.put(PortClass.ofRate(RATE), new EcnThresholds(20_000, 80_000, 0.2));
    assertThat(setup.build().problems()).isEmpty();
    RunResult result = new Simulation(setup.build(), Recorder.NONE).run();
    assertThat(result.flowsFinished()).isEqualTo(result.flows());
    assertThat(result.hosts().acksWithHops > 0).isEqualTo(scheme.signals().contains(Signal.HOPS));
  }

  @Test
  void refusalsNameTheNearestChoice() {
    SetupBuilder setup = setup(new QueueScope(Queueing.DELAY, 0));
    assertThat(setup.build().problems())
        .containsExactly(new Problem("scope", "telemetry", "the native format has no field for the sojourn time of a packet in"
            + " a switch; use queueing=length, or telemetry: int, ifa, ioam, ioam-incremental, csig, csig-wide"));
    setup.telemetry = IfaFormat.DEFAULT;
    assertThat(setup.build().problems()).isEmpty();
    setup.queues = RoundRobinQueues.DEFAULT;
    assertThat(setup.build().problems())
        .containsExactly(new Problem("scope", "queues", "scope: queue reports a queue's share of the line rate, and queues:"
            + " round-robin assigns no shares; use queues: strict-dwrr"));
    setup = setup(QueueScope.DEFAULT).likeReference();
    assertThat(setup.build().problems()).contains(new Problem("scope", "framing",
        "scope: queue is incompatible with the reference framing: the HPCC authors' switches report on ports; use scope: port"));
  }

  static List<TelemetryFormat> inRocev2() {
    return Formats.ALL.stream()
        .filter(format -> goTogether(QueueScope.DEFAULT, format, Framing.ROCEV2_IPV6, Recoveries.RELIABLE.getFirst())).toList();
  }

  /** If all packets wait in one queue, its report equals the port's, to the last bit. */
  @ParameterizedTest
  @MethodSource("inRocev2")
  void singleQueueReportsAsThePort(TelemetryFormat format) {
    long[] fingerprints = Stream.of(PortScope.DEFAULT, QueueScope.DEFAULT).mapToLong(scope -> {
      SetupBuilder setup = setup(scope);
      setup.framing = Framing.ROCEV2_IPV6;
      setup.telemetry = format;
      setup.flows = new FlowTable();
      for (int source = 0; source < 7; source++) {
        setup.flows.add(source, 7, 3, 100, 300_000, source * US);
      }
      return new Simulation(setup.build(), Recorder.NONE).run().fingerprint();
    }).toArray();
    assertThat(fingerprints[1]).isEqualTo(fingerprints[0]);
  }

  @Test
  void formatsOfASetupFollowTheScope() {
    SetupBuilder setup = setup(new PortScope(Queueing.DELAY));
    setup.telemetry = IfaFormat.DEFAULT;
    assertThat(setup.build().flowClasses().getFirst().telemetry()).isEqualTo(IfaFormat.DEFAULT.bySojourn());
    setup.scope = PortScope.DEFAULT;
    assertThat(setup.build().flowClasses().getFirst().telemetry()).isSameAs(IfaFormat.DEFAULT);
  }
}
