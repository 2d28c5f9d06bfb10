package dev.inflight.sim.switchfeedback;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.cc.scheme.Schemes;
import dev.inflight.net.switchfeedback.DirectFeedback;
import dev.inflight.net.telemetrypackets.TelemetryPackets;
import dev.inflight.net.telemetrypackets.TelemetryPacketKinds;
import dev.inflight.net.telemetrypackets.OnQueue;
import dev.inflight.net.telemetrypackets.PerRtt;
import dev.inflight.net.telemetrypackets.Probes;
import dev.inflight.net.telemetrypackets.Subscribed;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.net.nic.EngineNic;
import dev.inflight.net.recovery.Tcp;
import dev.inflight.net.recovery.Unreliable;
import dev.inflight.net.feedback.ByWindows;
import dev.inflight.net.feedback.FeedbackPath;
import dev.inflight.net.feedback.FeedbackPaths;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.switching.ecn.PortClass;
import dev.inflight.net.switching.scope.PortScope;
import dev.inflight.net.switching.scope.RecordScope;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.story.Mix;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.Formats;
import dev.inflight.telemetry.format.ifa.IfaFormat;
import dev.inflight.sim.measure.SwitchValue;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Answers of switches with every carrier, return of reports, format, recovery and framing: refused with a sentence, or a run with losses, link
 * events, READs and WRITEs in which everything finishes and every answer is accounted for.
 */
class SwitchFeedbackContractTest {
  private static final long US = 1_000_000;
  private static final long RATE = 100_000_000_000L;

  static List<TelemetryPackets> carriers() {
    return Stream.concat(TelemetryPacketKinds.ALL.stream(), Stream.of(new OnQueue(5000, OnQueue.ChosenBy.SWITCH),
        new PerRtt(0, PerRtt.ChosenBy.SWITCH), new Subscribed(0.5, Subscribed.By.DSCP))).toList();
  }

  private static SetupBuilder setup() {
    var setup = new SetupBuilder();
    setup.topology = new LeafSpine(2, 2, 4, RATE, RATE, US, 1).build();
    setup.switchFeedback = new DirectFeedback(20_000, 3 * US, 4096, 4);
    for (int source = 0; source < 7; source++) {
      setup.flows.add(source, 7, 3, 100, 100_000, source * US / 10);
    }
    return setup;
  }

  @ParameterizedTest
  @MethodSource("carriers")
  void acceptedOrRefused(TelemetryPackets carrier) {
    Mix.each(carrier, mix -> mix.run(setup(), 0.002, goTogether(mix)).ifPresent(result -> isAccountedFor(mix, result)));
  }

  private static void isAccountedFor(Mix mix, RunResult result) {
    assertThat(result.of(SwitchValue.ANSWERS_SENT)).isPositive().isEqualTo(
        result.hosts().switchAnswers + result.lost(Packet.Kind.SWITCH_ANSWER) + result.lost(Packet.Kind.SWITCH_ANSWER_AHEAD));
    assertThat(result.hosts().switchAnswersLate).isLessThan(result.of(SwitchValue.ANSWERS_SENT));
    if (!(mix.recovery() instanceof Unreliable)) { // its flows are over with the first answer: UnreliableTest has longer ones
      assertThat(result.belowLineShare()).as("the control decides").isGreaterThan(0.02);
    }
  }

  private static boolean goTogether(Mix mix) {
    if (mix.recovery() instanceof Tcp) { // it has no packet for them
      return false;
    }
    boolean counted = !(mix.recovery() instanceof Unreliable)
        || mix.carrier() instanceof Probes && !(mix.reports() instanceof ByWindows);
    boolean fits = mix.framing() == Framing.ROCEV2_IPV6
        || mix.framing() == Framing.ROCEV2 && !mix.format().placement().needsIpv6();
    return fits && counted && !mix.format().name().equals("authors") && !mix.format().bottleneckOnly()
        && !(mix.carrier().needsAnswers() && mix.reports() instanceof ByWindows);
  }

  @ParameterizedTest
  @MethodSource("schemes")
  void schemesUseThemOrRejectThemOrUseNoTelemetry(Scheme scheme) {
    SetupBuilder builder = setup();
    builder.scheme = scheme;
    builder.nic = EngineNic.DEFAULT;
    builder.ecn.put(PortClass.ofRate(RATE), new EcnThresholds(20_000, 80_000, 0.2));
    Setup setup = builder.build();
    boolean hears = scheme.signals().contains(Signal.HOPS);
    assertThat(setup.problems().isEmpty()).isEqualTo(!hears || scheme.takesSwitchAnswers());
    if (setup.problems().isEmpty()) {
      RunResult result = new Simulation(setup, Recorder.NONE).run();
      assertThat(result.flowsFinished()).isEqualTo(result.flows());
      assertThat(result.of(SwitchValue.ANSWERS_SENT) > 0).isEqualTo(hears);
    }
  }

  static Stream<Scheme> schemes() {
    return Schemes.ALL.stream();
  }

  @Test
  void theSentences() {
    assertThat(problem(setup -> setup.telemetryPackets = new Subscribed(1, Subscribed.By.DSCP), false))
        .isEqualTo("telemetryPackets: subscribed(by=dscp)"
            + " returns telemetry only in switch feedback, and switchFeedback is none; use switchFeedback: direct");
    assertThat(problem(setup -> {
      setup.telemetry = IfaFormat.DEFAULT;
      setup.scope = new PortScope(RecordScope.Queueing.DELAY);
    }, true)).startsWith("switchFeedback: direct is sent before a packet has waited")
        .endsWith("use queueing=length or switchFeedback: none");
    assertThat(problem(setup -> setup.framing = Framing.REFERENCE, true))
        .startsWith("switchFeedback: direct is incompatible with the reference framing");
    assertThat(
        problem(setup -> setup.telemetry = Formats.ALL.stream().filter(TelemetryFormat::bottleneckOnly).findFirst().orElseThrow(),
            true))
        .startsWith("switchFeedback: direct sends the record of a long queue, and the").endsWith("use telemetry: native");
    assertThat(problem(
        setup -> setup.scheme = Schemes.ALL.stream()
            .filter(scheme -> scheme.signals().contains(Signal.HOPS) && !scheme.takesSwitchAnswers()).findFirst().orElseThrow(),
        true)).endsWith("does not use switch feedback; use scheme: hpcc or switchFeedback: none");
  }

  private static String problem(Consumer<SetupBuilder> change, boolean answered) {
    var builder = new SetupBuilder();
    builder.topology = new LeafSpine(2, 2, 4, RATE, RATE, US, 1).build();
    builder.scheme = Hpcc.DEFAULT;
    if (answered) {
      builder.switchFeedback = DirectFeedback.DEFAULT;
    }
    change.accept(builder);
    return builder.build().problems().stream()
        .filter(each -> each.field().equals("switchFeedback") || each.field().equals("telemetryPackets")).findFirst()
        .orElseThrow().sentence();
  }

  /** A forged answer, or that of another network's switch, cannot slow a flow down. */
  @Test
  void aForgedAnswerDecidesNothing() {
    for (FeedbackPath reports : FeedbackPaths.EVERY) {
      SetupBuilder builder = setup();
      builder.authenticateFeedback = true;
      builder.feedback = reports;
      long[] forged = new long[1];
      RunResult result = new Simulation(builder.build(), Recorder.NONE, (from, wire) -> (packet, endPs) -> {
        if (packet.isSwitchAnswer() && packet.hop == 0) {
          packet.telemetry[(int) (forged[0]++ % packet.telemetryBytes)] ^= 1;
        }
        wire.send(packet, endPs);
      }).run();
      assertThat(result.flowsFinished()).isEqualTo(result.flows());
      assertThat(forged[0]).isPositive().isEqualTo(result.of(SwitchValue.ANSWERS_SENT));
      assertThat(result.hosts().forgedReports + result.hosts().switchAnswersLate).as("ended flows do not look")
          .isEqualTo(result.of(SwitchValue.ANSWERS_SENT));
      assertThat(result.hosts().forgedReports).isPositive();
    }
  }
}
