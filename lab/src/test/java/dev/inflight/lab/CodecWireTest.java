package dev.inflight.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.rival.Nscc;
import dev.inflight.cc.rival.Dcqcn;
import dev.inflight.cc.rival.Rccc;
import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.Units;
import dev.inflight.lab.scenario.Catalog;
import dev.inflight.lab.spec.Spec;
import dev.inflight.net.switchfeedback.DirectFeedback;
import dev.inflight.net.telemetrypackets.TelemetryPackets;
import dev.inflight.net.telemetrypackets.TelemetryPacketKinds;
import dev.inflight.net.telemetrypackets.OnQueue;
import dev.inflight.net.telemetrypackets.PerRtt;
import dev.inflight.net.telemetrypackets.Probes;
import dev.inflight.net.telemetrypackets.Subscribed;
import dev.inflight.net.paths.ChosenPaths;
import dev.inflight.net.codec.FrameCodec;
import dev.inflight.net.codec.frame.FrameRules;
import dev.inflight.net.host.cnp.CnpRules;
import dev.inflight.net.link.Framing;
import dev.inflight.net.paths.Sprayed;
import dev.inflight.net.recovery.Irn;
import dev.inflight.net.recovery.Selective;
import dev.inflight.net.recovery.Tcp;
import dev.inflight.net.recovery.Unreliable;
import dev.inflight.net.feedback.ByAcks;
import dev.inflight.net.feedback.ByCountedAcks;
import dev.inflight.net.feedback.ByWindows;
import dev.inflight.net.feedback.FeedbackPath;
import dev.inflight.net.feedback.FeedbackPaths;
import dev.inflight.net.switchfeedback.FastCnp;
import dev.inflight.net.switching.Trimming;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.switching.ecn.PortClass;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.net.switching.queue.StrictOverDeficit;
import dev.inflight.net.switching.scope.PortScope;
import dev.inflight.net.switching.scope.QueueScope;
import dev.inflight.net.switching.scope.RecordScope;
import dev.inflight.net.switching.scope.RecordScope.Queueing;
import dev.inflight.net.telemetrypackets.HeaderChoice;
import dev.inflight.net.validation.CheckedFeedback;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.FlowClass;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.FlowTable;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.Formats;
import dev.inflight.telemetry.format.p4int.IntFormat;
import dev.inflight.sim.measure.SwitchValue;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Frames carry all data that the datapath needs: runs whose packets become bytes and back on every hop are the same runs. */
@Tag("sweep")
class CodecWireTest {
  private static final Path SCENARIOS = Path.of("../scenarios");
  private static final Path INCAST = SCENARIOS.resolve("incast.yaml");
  private static final Path OPERATIONS = Path.of("src/test/resources/scenarios/operations.yaml");

  private static RunResult run(Setup setup) {
    return new Simulation(setup, Recorder.NONE).run();
  }

  static RunResult assertSame(Path scenario, Consumer<SetupBuilder> changes) {
    Setup setup = ScenarioReader.read(scenario).setup().with(changes);
    RunResult plain = run(setup);
    TelemetryFormat telemetry = setup.flowClasses().getFirst().carried();
    Trimming trimming = setup.trim();
    var codec = FrameCodec.of(new FrameRules(setup.framing(), setup.payloadBytes(), telemetry, setup.authenticateFeedback(),
        !(setup.recovery() instanceof Unreliable), setup.feedback().choosesLink()).countingFlows(setup.feedback().countsFlows())
        .trimmingTo(trimming == null ? HeaderChoice.TRIM_DSCP : trimming.dscp()));
    RunResult coded = new Simulation(setup, Recorder.NONE, (from, wire) -> new CodecWire(codec, from, wire)).run();
    assertThat(coded.fingerprint()).isEqualTo(plain.fingerprint());
    assertThat(coded.packetHops()).isEqualTo(plain.packetHops());
    assertThat(coded.flowsFinished()).isEqualTo(plain.flowsFinished());
    return plain;
  }

  @ParameterizedTest
  @CsvSource({"incast, ''", "link-failure, 1ms", "lossy, ''", "lossy-irn, ''", "rdma, ''", "leafspine, 200us"})
  void scenariosRunTheSameOverCodecs(String name, String until) {
    assertSame(SCENARIOS.resolve(name + ".yaml"), setup -> {
      if (!until.isEmpty()) {
        setup.untilPs = Units.time(until);
      }
    });
  }

  @Test
  void pausesPassCodecs() {
    RunResult result = assertSame(Path.of("src/test/resources/scenarios/pauses.yaml"), setup -> {
    });
    assertThat(result.of(SwitchValue.PAUSES_SENT)).isPositive();
  }

  static Stream<Consumer<SetupBuilder>> operationsPassCodecs() {
    return Stream.of(setup -> {
    }, setup -> setup.framing = Framing.ROCEV2_IPV6, setup -> setup.recovery = Irn.DEFAULT, setup -> setup.payloadBytes = 1021,
        setup -> setup.authenticateFeedback = true, setup -> setup.ackEveryPackets = 4, setup -> setup.scheme = Dcqcn.DEFAULT,
        setup -> setup.scheme = Rccc.DEFAULT, setup -> {
          setup.scheme = Rccc.DEFAULT;
          setup.authenticateFeedback = true;
          setup.recovery = Irn.DEFAULT;
          setup.framing = Framing.ROCEV2_IPV6;
        });
  }

  /** Connections that are made and ended, WRITEs and READs in both directions, all of it over cables that lose packets. */
  @ParameterizedTest
  @MethodSource
  void operationsPassCodecs(Consumer<SetupBuilder> changes) {
    RunResult result = assertSame(OPERATIONS, changes);
    assertThat(result.flowsFinished()).isEqualTo(42);
    assertThat(result.hosts().nacks).as("losses in the midst of messages").isPositive();
  }

  /** Segments of TCP that carry telemetry, and acknowledgements that return it, over cables that lose packets. */
  @ParameterizedTest
  @CsvSource({"native, false, false", "int, true, false", "csig, false, true", "ioam, true, true", "busiest, false, false"})
  void segmentsWithTelemetryPassCodecs(String telemetry, boolean sealed, boolean counted) {
    RunResult result = assertSame(INCAST, setup -> {
      setup.recovery = new Tcp(Tcp.DEFAULT.minRtoPs(), 2, Tcp.DEFAULT.delayedAckPs(), 1);
      setup.framing = Framing.TCP_IPV6;
      setup.telemetry = Formats.ALL.stream().filter(format -> format.name().equals(telemetry)).findFirst().orElseThrow();
      setup.authenticateFeedback = sealed;
      setup.feedback = counted ? ByCountedAcks.DEFAULT : ByAcks.DEFAULT;
      setup.lossRate = 0.01;
    });
    assertThat(result.flowsFinished()).isEqualTo(16);
    assertThat(result.hosts().acksWithHops).isBetween(result.hosts().acks * 9 / 10, result.hosts().acks);
  }

  @Test
  void classesOfFlowsPassCodecs() {
    RunResult result = assertSame(Path.of("src/test/resources/scenarios/classes.yaml"), setup -> {
    });
    assertThat(result.flowsFinished()).isEqualTo(15);
    assertThat(result.hosts().acksWithHops).as("of one class").isBetween(800L, result.hosts().acks / 2);
    assertThat(result.hosts().acksWithMarks).isPositive();
  }

  @Test
  void creditPassesCodecs() {
    RunResult result = assertSame(INCAST, setup -> {
      setup.scheme = Rccc.DEFAULT;
      setup.payloadBytes = 1021;
      setup.lossRate = 0.001;
    });
    assertThat(result.hosts().creditGrants).isGreaterThan(1000);
    assertThat(result.hosts().nacks).isPositive();
  }

  @Test
  void payloadsThatNeedPaddingPassCodecs() {
    assertSame(INCAST, setup -> setup.payloadBytes = 1021);
  }

  @Test
  void sealedReportsPassCodecs() {
    assertSame(INCAST, setup -> setup.authenticateFeedback = true);
  }

  @Test
  void guardedReportsPassCodecs() {
    for (Path scenario : List.of(INCAST, OPERATIONS)) {
      assertSame(scenario, setup -> {
        setup.authenticateFeedback = true;
        setup.feedbackValidation = CheckedFeedback.DEFAULT;
      });
    }
  }

  @Test
  void telemetryMadeRelativeAtTheBorderPassesCodecs() {
    assertSame(INCAST, setup -> setup.telemetry = new IntFormat(17768, 0xD100, 255, IntFormat.TimestampUnit.NANOSECONDS, 1,
        10_000, 0, IntFormat.Border.RELATIVE));
  }

  @Test
  void ipv6PassesCodecs() {
    assertSame(INCAST, setup -> setup.framing = Framing.ROCEV2_IPV6);
  }

  @Test
  void packetsWithoutTelemetryPassCodecs() {
    assertSame(INCAST,
        setup -> setup.scheme = Catalog.SCHEMES.bind(Spec.parse("none", SourceLocation.of("test")), SourceLocation.of("test")));
  }

  @Test
  void congestionNotificationsPassCodecs() {
    RunResult result = assertSame(INCAST, setup -> {
      setup.scheme = Dcqcn.DEFAULT;
      setup.ecn.put(PortClass.ofRate(100_000_000_000L), new EcnThresholds(40_000, 160_000, 0.2));
    });
    assertThat(result.hosts().cnps).isPositive();
    RunResult fast = assertSame(INCAST, setup -> {
      setup.scheme = Dcqcn.DEFAULT;
      setup.ecn.put(PortClass.ofRate(100_000_000_000L), new EcnThresholds(4_000, 16_000, 1));
      setup.ecn.put(PortClass.ofRate(400_000_000_000L), new EcnThresholds(16_000, 64_000, 1));
      setup.switchFeedback = FastCnp.DEFAULT;
    });
    assertThat(fast.of(SwitchValue.ANSWERS_SENT)).isPositive();
  }

  static Stream<Arguments> eachCarrierAndFeedbackPathPassesCodecs() {
    return Stream
        .concat(TelemetryPacketKinds.ALL.stream(),
            Stream.of(new OnQueue(5000, OnQueue.ChosenBy.SWITCH), new PerRtt(0, PerRtt.ChosenBy.SWITCH)))
        .flatMap(carrier -> FeedbackPaths.EVERY.stream().map(reports -> Arguments.of(carrier, reports)));
  }

  @ParameterizedTest
  @MethodSource
  void eachCarrierAndFeedbackPathPassesCodecs(TelemetryPackets carrier, FeedbackPath reports) {
    for (Path scenario : List.of(INCAST, OPERATIONS)) {
      assertSame(scenario, setup -> {
        setup.telemetryPackets = carrier;
        setup.feedback = reports;
        setup.ackEveryPackets = 4;
        setup.authenticateFeedback = true;
        setup.framing = Framing.ROCEV2_IPV6;
      });
    }
  }

  /** Data without acknowledgements, with and without losses. */
  @Test
  void unreliableDataPassesCodecs() {
    for (double rate : new double[] {0, 0.002}) {
      RunResult result = assertSame(INCAST, setup -> {
        setup.recovery = Unreliable.DEFAULT;
        setup.telemetryPackets = new Probes(2_000_000, Probes.First.AFTER_PERIOD, Probes.Rtt.BASE);
        setup.authenticateFeedback = true;
        setup.lossRate = rate;
      });
      assertThat(result.hosts().acks).isZero();
      assertThat(result.hosts().notifications).isPositive();
      assertThat(result.hosts().unrecoveredBytes > 0).isEqualTo(rate > 0);
    }
  }

  static Stream<Arguments> answered() {
    return Stream.concat(TelemetryPacketKinds.ALL.stream(), Stream.of(new Subscribed(1, Subscribed.By.DSCP)))
        .flatMap(carrier -> FeedbackPaths.EVERY.stream().map(reports -> Arguments.of(carrier, reports))).filter(
            both -> !(both.get()[0] instanceof TelemetryPackets carrier && carrier.needsAnswers()
                && both.get()[1] instanceof ByWindows));
  }

  @ParameterizedTest
  @MethodSource("answered")
  void switchFeedbackPassesCodecs(TelemetryPackets carrier, FeedbackPath reports) {
    for (Path scenario : List.of(INCAST, OPERATIONS)) {
      RunResult result = assertSame(scenario, setup -> {
        setup.telemetryPackets = carrier;
        setup.feedback = reports;
        setup.switchFeedback = new DirectFeedback(1100, 2_000_000, 1024, 3);
        setup.authenticateFeedback = true;
      });
      if (scenario == INCAST) {
        assertThat(result.hosts().switchAnswers).isPositive();
      }
      assertThat(result.hosts().forgedReports).isZero();
    }
  }

  static Stream<Arguments> scopes() {
    return Stream.of(new PortScope(Queueing.DELAY), QueueScope.DEFAULT, new QueueScope(Queueing.DELAY, 0))
        .flatMap(scope -> formats().filter(format -> scope.of(format) != null).map(format -> Arguments.of(scope, format)));
  }

  @ParameterizedTest
  @MethodSource("scopes")
  void eachScopePassesCodecs(RecordScope scope, TelemetryFormat format) {
    assertSame(INCAST, setup -> {
      setup.scope = scope;
      setup.queues = StrictOverDeficit.DEFAULT;
      setup.telemetry = format;
      setup.framing = format.placement().needsIpv6() ? Framing.ROCEV2_IPV6 : Framing.ROCEV2;
      setup.authenticateFeedback = true;
      setup.flows = new FlowTable();
      for (int source = 0; source < 8; source++) {
        setup.flows.add(source, 16, 3 + source % 3, 200, 60_000, 0);
      }
      assertThat(setup.build().problems()).isEmpty();
    });
  }

  /** Data and probes of several source ports, of one flow. */
  @ParameterizedTest
  @EnumSource(names = {"ROCEV2", "ROCEV2_IPV6"})
  void probesOfSeveralPathsPassCodecs(Framing framing) {
    RunResult result = assertSame(INCAST, setup -> {
      setup.topology = new LeafSpine(2, 4, 9, 100_000_000_000L, 100_000_000_000L, 1_000_000, 1).build();
      setup.flows = new FlowTable();
      for (int source = 0; source < 6; source++) {
        setup.flows.add(source, 9 + source, 3, 100, 2_000_000, 0);
      }
      setup.paths = ChosenPaths.DEFAULT;
      setup.framing = framing;
      setup.authenticateFeedback = true;
      setup.lossRate = 0.0005;
    });
    assertThat(result.hosts().pathReports).isPositive();
    assertThat(result.hosts().moves).isPositive();
    assertThat(result.hosts().forgedReports).isZero();
  }

  /** Data of several source ports, headers of trimmed packets, and the answers to those. */
  @ParameterizedTest
  @EnumSource(names = {"ROCEV2", "ROCEV2_IPV6"})
  void sprayedAndTrimmedPacketsPassCodecs(Framing framing) {
    RunResult result = assertSame(INCAST, setup -> {
      sprayed(setup);
      setup.framing = framing;
      setup.ackEveryPackets = 2;
    });
    assertThat(result.of(SwitchValue.TRIMMED)).isPositive();
    assertThat(result.hosts().nacks).isPositive();
    assertThat(result.flowsFinished()).isEqualTo(result.flows());
    assertSame(OPERATIONS, CodecWireTest::sprayed);
    assertSame(INCAST, setup -> {
      sprayed(setup);
      setup.framing = framing;
      setup.trim = new Trimming(255, 10);
    });
    RunResult returned = assertSame(INCAST, setup -> {
      sprayed(setup);
      setup.framing = framing;
      setup.trim = new Trimming(255, 10, Trimming.To.SENDER);
    });
    assertThat(returned.hosts().returnsReceived).isPositive();
    assertSame(OPERATIONS, setup -> {
      sprayed(setup);
      setup.trim = new Trimming(64, 48, Trimming.To.SENDER);
    });
  }

  /** Headers of trimmed packets of two classes, each with the addresses of its framing. */
  @ParameterizedTest
  @EnumSource
  void trimmedPacketsKeepTheFramingOfTheirClass(Trimming.To to) {
    Setup setup = ScenarioReader.read(INCAST).setup().with(changed -> {
      sprayed(changed);
      changed.trim = new Trimming(64, HeaderChoice.TRIM_DSCP, to);
      changed.classes.add(new FlowClass("ipv6", changed.scheme, changed.telemetry,
          new FlowClass.Own(Framing.ROCEV2_IPV6, null, null, null, null)));
      changed.flows = new FlowTable();
      for (int source = 0; source < 16; source++) {
        changed.flows.add(source, 16, 3, 100, 200_000, 0);
      }
      changed.flows.classify(8, 1, 0);
    });
    RunResult plain = run(setup);
    assertThat(plain.of(SwitchValue.TRIMMED)).isPositive();
    List<FrameCodec> codecs = Stream.of(Framing.ROCEV2, Framing.ROCEV2_IPV6)
        .map(framing -> FrameCodec.of(new FrameRules(framing, setup.payloadBytes(), null, false, true, false))).toList();
    RunResult coded = new Simulation(setup, Recorder.NONE, (from, wire) -> {
      List<CodecWire> byClass = codecs.stream().map(codec -> new CodecWire(codec, from, wire)).toList();
      return (packet, endPs) -> byClass.get(packet.flowClass).send(packet, endPs);
    }).run();
    assertThat(coded.fingerprint()).isEqualTo(plain.fingerprint());
  }

  @Test
  void congestionNotificationsOfAnotherPriorityPassCodecs() {
    RunResult result = assertSame(INCAST, setup -> {
      setup.scheme = Dcqcn.DEFAULT;
      setup.ecn.put(PortClass.ofRate(100_000_000_000L), new EcnThresholds(4_000, 16_000, 1));
      setup.ecn.put(PortClass.ofRate(400_000_000_000L), new EcnThresholds(16_000, 64_000, 1));
      setup.cnp = new CnpRules(4_000_000, CnpRules.Per.NIC, 2_000_000, 5);
    });
    assertThat(result.hosts().cnps).isPositive();
  }

  private static void sprayed(SetupBuilder setup) {
    setup.scheme = Nscc.DEFAULT;
    setup.ecn.put(PortClass.ofRate(100_000_000_000L), new EcnThresholds(40_000, 160_000, 1));
    setup.ecn.put(PortClass.ofRate(400_000_000_000L), new EcnThresholds(160_000, 640_000, 1));
    setup.paths = Sprayed.DEFAULT;
    setup.recovery = Selective.DEFAULT;
    setup.pfc = false;
    setup.trim = Trimming.DEFAULT;
    setup.queues = StrictOverDeficit.DEFAULT;
    setup.bufferBytes = 400_000;
    setup.egressAlpha = 0.25;
    setup.lossRate = 0.0005;
  }

  static Stream<TelemetryFormat> formats() {
    return Formats.ALL.stream().filter(format -> format.reflectionCode() != 0);
  }

  @ParameterizedTest
  @MethodSource("formats")
  void eachFormatPassesCodecs(TelemetryFormat format) {
    assertSame(INCAST, setup -> {
      setup.telemetry = format;
      setup.framing = format.placement().needsIpv6() ? Framing.ROCEV2_IPV6 : Framing.ROCEV2;
      assertThat(setup.build().problems()).isEmpty();
    });
    assertSame(OPERATIONS, setup -> {
      setup.telemetry = format;
      setup.framing = format.placement().needsIpv6() ? Framing.ROCEV2_IPV6 : Framing.ROCEV2;
    });
  }
}
