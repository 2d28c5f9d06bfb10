package dev.inflight.sim;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.cc.hpcc.HpccAlpha;
import dev.inflight.cc.rival.PowerTcp;
import dev.inflight.net.host.Observer;
import dev.inflight.net.feedback.ByAcks;
import dev.inflight.net.feedback.ByWindows;
import dev.inflight.net.telemetrypackets.TelemetryPackets;
import dev.inflight.net.telemetrypackets.TelemetryPacketKinds;
import dev.inflight.net.telemetrypackets.EveryDataPacket;
import dev.inflight.net.telemetrypackets.OnQueue;
import dev.inflight.net.telemetrypackets.PerRtt;
import dev.inflight.net.telemetrypackets.Probes;
import dev.inflight.net.feedback.FeedbackPath;
import dev.inflight.net.feedback.FeedbackPaths;
import dev.inflight.net.recovery.Irn;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.net.topology.Star;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.change.LinkDown;
import dev.inflight.sim.change.LinkUp;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.Incast;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * In whole runs, whatever happens in them, no flow moves its reference window twice in an RTT (draft-pan-tsvwg-hpccplus-00 §6.1): each
 * commit answers a packet that was sent after the last one. The authors' scheme follows snd_nxt, which goes back, and is not held to it.
 */
class CommitsTest {
  private static final long G = 1_000_000_000;
  private static final long US = 1_000_000;
  private static final List<Scheme> SCHEMES = List.of(Hpcc.DEFAULT, HpccAlpha.DEFAULT, PowerTcp.DEFAULT);

  /** A fault in a run, and the check that it occurred. */
  private record Trouble(String name, Consumer<SetupBuilder> cause, Consumer<RunResult> evidence) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static final List<Trouble> TROUBLES = List.of(//
      new Trouble("none", setup -> {
      }, result -> assertThat(result.hosts().retransmittedBytes).isZero()),
      new Trouble("random loss", setup -> setup.lossRate = 0.001, CommitsTest::nacks), new Trouble("random loss, irn", setup -> {
        setup.lossRate = 0.001;
        setup.recovery = Irn.DEFAULT;
      }, CommitsTest::nacks), new Trouble("drops without PFC", CommitsTest::withoutPfc, CommitsTest::nacks),
      new Trouble("drops without PFC, irn", setup -> {
        withoutPfc(setup);
        setup.recovery = Irn.DEFAULT;
      }, CommitsTest::nacks), new Trouble("spurious timeouts", setup -> setup.retransmitTimeoutPs = 20 * US, result -> {
        assertThat(result.hosts().timeouts).isPositive();
        assertThat(result.lost()).isZero();
      }),
      new Trouble("coalesced acknowledgements", setup -> setup.ackEveryPackets = 8,
          result -> assertThat(result.hosts().acks).isLessThan(result.hosts().dataPackets / 2)),
      new Trouble("link failure", CommitsTest::linksFail,
          result -> assertThat(result.lost(Observer.Loss.LINK_DOWN) + result.lost(Observer.Loss.NO_ROUTE)).isPositive()));

  private static void nacks(RunResult result) {
    assertThat(result.hosts().nacks).isPositive();
  }

  private static void withoutPfc(SetupBuilder setup) {
    setup.pfc = false;
    setup.bufferBytes = 1_000_000;
  }

  private static void linksFail(SetupBuilder setup) {
    setup.topology = new LeafSpine(2, 2, 32, 100 * G, 400 * G, US, 1).build();
    int firstLeaf = 64;
    for (int spine = 66; spine <= 67; spine++) {
      setup.events.add(new LinkDown(50 * US * (spine - 65), firstLeaf, spine));
      setup.events.add(new LinkUp(400 * US * (spine - 65), firstLeaf, spine));
    }
  }

  /** Kinds of telemetry packets and feedback paths; with coalesced acknowledgements each is another way of coming late. */
  private static final List<TelemetryPackets> CARRIERS = Stream
      .concat(TelemetryPacketKinds.ALL.stream(), Stream.of(new OnQueue(5000, OnQueue.ChosenBy.SWITCH),
          new PerRtt(0, PerRtt.ChosenBy.SWITCH), new Probes(0, Probes.First.AT_ONCE, Probes.Rtt.BASE)))
      .toList();

  static List<Arguments> all() {
    return SCHEMES.stream()
        .flatMap(scheme -> CARRIERS.stream().filter(carrier -> !carrier.stampRule().ofAll() || scheme.takesQuiet())
            .flatMap(carrier -> FeedbackPaths.EVERY.stream()
                .filter(reports -> !(reports instanceof ByWindows) && (scheme.takesOneLink() || !reports.choosesLink()))
                .flatMap(reports -> TROUBLES.stream().map(trouble -> Arguments.of(scheme, carrier, reports, trouble)))))
        .toList();
  }

  /** A fifth of them, spread over all; the sweep has the others. */
  static List<Arguments> some() {
    return IntStream.range(0, all().size()).filter(at -> at % 5 == 0).mapToObj(all()::get).toList();
  }

  static List<Arguments> others() {
    return IntStream.range(0, all().size()).filter(at -> at % 5 != 0).mapToObj(all()::get).toList();
  }

  @Tag("sweep")
  @ParameterizedTest
  @MethodSource("others")
  void eachCommitAnswersAPacketSentAfterTheLastOneToo(Scheme scheme, TelemetryPackets carrier, FeedbackPath reports,
      Trouble trouble) {
    eachCommitAnswersAPacketSentAfterTheLastOne(scheme, carrier, reports, trouble);
  }

  @ParameterizedTest
  @MethodSource("some")
  void eachCommitAnswersAPacketSentAfterTheLastOne(Scheme scheme, TelemetryPackets carrier, FeedbackPath reports,
      Trouble trouble) {
    var watch = new CommitWatch(scheme);
    var setup = new SetupBuilder();
    setup.topology = new Star(65, 100 * G, US).build();
    setup.scheme = watch;
    setup.telemetryPackets = carrier;
    setup.feedback = reports;
    trouble.cause().accept(setup);
    int hosts = setup.topology.hostCount();
    new Incast(hosts - 1, hosts - 1, 400_000, 0, 3, 200).addTo(setup.flows, setup.topology, 1);
    RunResult result = new Simulation(setup.build(), Recorder.NONE).run();
    if (carrier instanceof EveryDataPacket && reports instanceof ByAcks) {
      trouble.evidence().accept(result); // others have other queues and other acknowledgements
    }
    assertThat(result.flowsFinished()).isEqualTo(hosts - 1);
    assertThat(watch.commits()).isGreaterThan(500);
    assertThat(watch.early()).as("of %d commits", watch.commits()).isZero();
  }
}
