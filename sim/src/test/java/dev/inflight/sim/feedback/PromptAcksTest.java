package dev.inflight.sim.feedback;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.ForwardingControl;
import dev.inflight.cc.ForwardingScheme;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.cc.rival.Dcqcn;
import dev.inflight.cc.rival.Dctcp;
import dev.inflight.cc.scheme.Schemes;
import dev.inflight.net.feedback.ByCountedAcks;
import dev.inflight.net.feedback.ByNotifications;
import dev.inflight.net.link.Framing;
import dev.inflight.net.recovery.Tcp;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.switching.ecn.PortClass;
import dev.inflight.net.telemetrypackets.EveryDataPacket;
import dev.inflight.net.telemetrypackets.Probes;
import dev.inflight.net.telemetrypackets.TelemetryPackets;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.net.topology.Star;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.parts.Division;
import dev.inflight.sim.record.FlowResult;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.FlowClass;
import dev.inflight.sim.setup.Problem;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.Formats;
import dev.inflight.telemetry.format.hpcc.AuthorsFormat;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Acknowledgements that wait on an idle path, and not on a congested one, compared with one for each packet. */
class PromptAcksTest {
  private static final long US = 1_000_000;
  private static final long RATE = 100_000_000_000L;
  private static final int SENDERS = 8;
  private static final int EVERY = 8;
  private static final double FROM = 1.1;

  /** Counts, and the end of the last flow. */
  private static final class Run implements Recorder {
    long endPs;
    final RunResult result;

    Run(SetupBuilder setup) {
      result = new Simulation(setup.build(), this).run();
      assertThat(result.flowsFinished()).isEqualTo(result.flows());
    }

    @Override
    public void flowFinished(FlowResult flow) {
      endPs = Math.max(endPs, flow.startPs() + flow.fctPs());
    }
  }

  private static SetupBuilder incast(Scheme scheme, int senders, long bytes) {
    var setup = new SetupBuilder();
    setup.topology = new Star(SENDERS + 1, RATE, 5 * US).build();
    setup.scheme = scheme;
    for (int source = 0; source < senders; source++) {
      setup.flows.add(source, SENDERS, 3, 100, bytes, source * US / 10);
    }
    return setup;
  }

  private static SetupBuilder prompt(SetupBuilder setup) {
    setup.ackEveryPackets = EVERY;
    setup.promptAcksFrom = FROM;
    return setup;
  }

  private static SetupBuilder incast(Scheme scheme, TelemetryFormat format, int senders, long bytes) {
    SetupBuilder setup = incast(scheme, senders, bytes);
    if (format instanceof AuthorsFormat) {
      return setup.likeReference();
    }
    setup.telemetry = format;
    setup.framing = format.placement().needsIpv6() ? Framing.ROCEV2_IPV6 : Framing.ROCEV2;
    return setup;
  }

  private static Stream<Scheme> schemes() {
    return Schemes.ALL.stream().filter(scheme -> scheme.signals().contains(Signal.HOPS));
  }

  static List<Arguments> pairs() {
    return schemes().flatMap(scheme -> Formats.ALL.stream().map(format -> Arguments.of(scheme, format)))
        .filter(pair -> incast((Scheme) pair.get()[0], (TelemetryFormat) pair.get()[1], 1, 1).build().problems().isEmpty())
        .toList();
  }

  /** One flow that fills a link has no queue: a seventh of its acknowledgements suffices, with the same throughput. */
  @ParameterizedTest
  @MethodSource("pairs")
  void acknowledgementsWaitOnAnIdlePath(Scheme scheme, TelemetryFormat format) {
    long bytes = 3_000_000;
    var each = new Run(incast(scheme, format, 1, bytes));
    var fewer = new Run(prompt(incast(scheme, format, 1, bytes)));
    assertThat(each.result.hosts().acks).isEqualTo(each.result.hosts().dataPackets);
    assertThat(fewer.result.hosts().acks).isBetween(bytes / 1000 / EVERY, bytes / 1000 / (EVERY - 1));
    assertThat((double) fewer.endPs).isLessThan(each.endPs * 1.02);
  }

  /** An incast takes as long as with each packet acknowledged. */
  @ParameterizedTest
  @MethodSource("schemes")
  void anIncastHasItsThroughput(Scheme scheme) {
    var each = new Run(incast(scheme, SENDERS, 1_000_000));
    var fewer = new Run(prompt(incast(scheme, SENDERS, 1_000_000)));
    assertThat((double) fewer.endPs).isBetween(each.endPs * 0.9, each.endPs * 1.02);
    assertThat(fewer.result.hosts().acks).isLessThan(each.result.hosts().acks);
  }

  /** A scheme with records of the time at which each flow first had a report of a long queue. */
  private record FirstReports(Scheme scheme, Map<Object, Long> firstPs) implements ForwardingScheme {
    @Override
    public CongestionControl start(PathFacts path) {
      double longBytes = (FROM - 1) * path.baseRttPs() / 8e12 * RATE;
      return new ForwardingControl(scheme.start(path)) {
        @Override
        public boolean onAck(Feedback ack) {
          if (ack.hops.count() > 0 && ack.hops.queueBytes(0) >= longBytes) {
            firstPs.putIfAbsent(this, ack.nowPs);
          }
          return super.onAck(ack);
        }
      };
    }
  }

  private static List<Long> firstReports(Scheme scheme, Consumer<SetupBuilder> acks) {
    var first = new FirstReports(scheme, new HashMap<>());
    SetupBuilder setup = incast(first, SENDERS, 1_000_000);
    acks.accept(setup);
    assertThat(new Run(setup).endPs).isPositive();
    assertThat(first.firstPs()).hasSize(SENDERS);
    return first.firstPs().values().stream().sorted().toList();
  }

  @ParameterizedTest
  @MethodSource("schemes")
  void theReactionToAnIncastIsAsPromptAsWithoutDelay(Scheme scheme) {
    List<Long> each = firstReports(scheme, setup -> {
    });
    assertThat(firstReports(scheme, PromptAcksTest::prompt)).isEqualTo(each);
    assertThat(firstReports(scheme, setup -> setup.ackEveryPackets = EVERY)).as("if they wait").isNotEqualTo(each);
  }

  @Test
  void runsInPartsAreTheSame() {
    SetupBuilder setup = prompt(incast(Hpcc.DEFAULT, 0, 0));
    setup.topology = new LeafSpine(2, 2, 4, RATE, RATE, US, 1).build();
    for (int source = 0; source < 7; source++) {
      setup.flows.add(source, 7, 3, 100, 100_000, source * US);
    }
    RunResult whole = new Simulation(setup.build(), Recorder.NONE).run();
    RunResult parts = new Simulation(setup.build(), Recorder.NONE, (_, wire) -> wire, Division.of(setup.topology, 3)).run();
    assertThat(parts.fingerprint()).isEqualTo(whole.fingerprint());
    assertThat(parts.hosts().acks).isEqualTo(whole.hosts().acks).isLessThan(whole.hosts().dataPackets);
  }

  @Test
  void theReportedNumberOfFlowsIsCompatible() {
    SetupBuilder setup = prompt(incast(Hpcc.DEFAULT, SENDERS, 100_000));
    setup.feedback = ByCountedAcks.DEFAULT;
    assertThat(new Run(setup).result.hosts().acksWithHops).isPositive();
  }

  /** The native format, with a count of the headers that hosts decode. */
  private static TelemetryFormat counting(AtomicLong decoded) {
    Class<?> type = TelemetryFormat.class;
    return (TelemetryFormat) Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
      decoded.addAndGet(method.getName().equals("read") ? 1 : 0);
      boolean isItself = method.getName().equals("in") || method.getName().equals("format");
      return isItself ? proxy : method.invoke(NativeFormat.DEFAULT, arguments);
    });
  }

  /** The last packet of a flow is acknowledged at once, whatever its telemetry shows: only the sender decodes it. */
  @Test
  void packetsThatAreAcknowledgedAnywayAreNotDecoded() {
    var decoded = new AtomicLong();
    SetupBuilder setup = prompt(incast(Hpcc.DEFAULT, SENDERS, 1000));
    setup.telemetry = counting(decoded);
    assertThat(new Run(setup).result.hosts().acksWithHops).isEqualTo(SENDERS);
    assertThat(decoded).hasValue(SENDERS);
  }

  private static List<String> problems(Consumer<SetupBuilder> change) {
    SetupBuilder setup = prompt(incast(Hpcc.DEFAULT, 1, 1000));
    change.accept(setup);
    return setup.build().problems().stream().map(Problem::sentence).toList();
  }

  @Test
  void dataWithoutTelemetryIsRefused() {
    assertThat(problems(setup -> setup.scheme = Dcqcn.DEFAULT)).anySatisfy(
        why -> assertThat(why).contains("acks.promptFrom depends on telemetry, and flows of scheme dcqcn carry none"));
    assertThat(problems(setup -> setup.telemetryPackets = Probes.DEFAULT)).singleElement().asString()
        .contains("with telemetryPackets: probes they carry none");
    assertThat(problems(setup -> setup.feedback = ByNotifications.DEFAULT)).singleElement().asString()
        .contains("with feedback: notifications they return none");
  }

  /** The rules of acknowledgements are for the other flows; those of TCP acknowledge by themselves. */
  @ParameterizedTest
  @MethodSource("rulesOfTcp")
  void aClassOfTcpRunsNextToThem(Scheme scheme, TelemetryPackets carrier) {
    SetupBuilder setup = prompt(incast(Hpcc.DEFAULT, 1, 1_000_000));
    setup.flows.add(1, SENDERS, 4, 100, 1_000_000, 0);
    setup.flows.classify(1, 1, 0);
    setup.classes.add(
        new FlowClass("storage", scheme, NativeFormat.DEFAULT, new FlowClass.Own(null, Tcp.DEFAULT, carrier, null, null)));
    setup.ecn.put(PortClass.ofRate(RATE), new EcnThresholds(20_000, 80_000, 0.5));
    assertThat(setup.build().problems()).isEmpty();
    assertThat(new Run(setup).result.hosts().acks).isPositive();
  }

  static List<Arguments> rulesOfTcp() {
    return List.of(Arguments.of(Dctcp.DEFAULT, EveryDataPacket.DEFAULT), Arguments.of(Hpcc.DEFAULT, Probes.DEFAULT));
  }

  @Test
  void aRuleWithoutEffectIsRefused() {
    assertThat(problems(setup -> setup.ackEveryPackets = 1)).singleElement().asString().contains("no effect with every: 1");
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.95, 100.5, Double.NaN, Double.NEGATIVE_INFINITY})
  void loadsOutsideTheRangeAreRefused(double from) {
    assertThat(problems(setup -> setup.promptAcksFrom = from)).singleElement().asString()
        .contains("acks.promptFrom of " + from + " is outside 1 to 100");
  }
}
