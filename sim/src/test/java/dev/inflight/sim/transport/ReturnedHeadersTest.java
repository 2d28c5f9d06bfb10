package dev.inflight.sim.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.cc.rival.FixedWindow;
import dev.inflight.cc.rival.Nscc;
import dev.inflight.cc.rival.Rccc;
import dev.inflight.cc.rival.Timely;
import dev.inflight.cc.scheme.Schemes;
import dev.inflight.net.balance.adaptive.Routings;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.net.paths.Sprayed;
import dev.inflight.net.recovery.Recoveries;
import dev.inflight.net.recovery.Recovery;
import dev.inflight.net.recovery.Selective;
import dev.inflight.net.switching.Trimming;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.switching.ecn.PortClass;
import dev.inflight.net.switching.queue.StrictOverDeficit;
import dev.inflight.net.topology.DualTor;
import dev.inflight.net.topology.FatTree;
import dev.inflight.net.topology.KAry;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.net.topology.Star;
import dev.inflight.net.topology.Topology;
import dev.inflight.net.topology.Torus;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.measure.SwitchValue;
import dev.inflight.sim.parts.Division;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.Problem;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.FlowTable;
import dev.inflight.sim.workload.Rdma;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Switches that return trimmed packets to their senders. */
class ReturnedHeadersTest {
  private static final long RATE = 100_000_000_000L;
  private static final long US = 1_000_000;
  private static final Trimming BACK = new Trimming(64, 48, Trimming.To.SENDER);
  private static final long SIZE = 200_000;

  /** All other hosts send to the last one. */
  private static SetupBuilder incast(Topology topology, Scheme scheme) {
    var setup = new SetupBuilder();
    setup.topology = topology;
    setup.scheme = scheme;
    topology.links()
        .forEach(link -> setup.ecn.put(PortClass.ofRate(link.rateBitsPerSec()), new EcnThresholds(30_000, 120_000, 1)));
    setup.recovery = Selective.DEFAULT;
    setup.pfc = false;
    setup.bufferBytes = 400_000;
    setup.egressAlpha = 0.125;
    setup.queues = StrictOverDeficit.DEFAULT;
    setup.trim = BACK;
    int[] hosts = topology.hosts();
    for (int sender = 0; sender < hosts.length - 1; sender++) {
      setup.flows.add(hosts[sender], hosts[hosts.length - 1], 3, 100, SIZE, 0);
    }
    return setup;
  }

  private static Topology leaves() {
    return new LeafSpine(3, 2, 4, RATE, RATE, US, 1).build();
  }

  /** Runs it, on this number of threads, and checks that no packet is lost for good, or left over. */
  private static RunResult run(Setup setup, int parts) {
    assertThat(setup.problems()).isEmpty();
    var simulation = new Simulation(setup, Recorder.NONE, (_, wire) -> wire, Division.of(setup.topology(), parts));
    simulation.runOn(parts, 0);
    RunResult result = simulation.run();
    assertThat(result.flowsFinished()).isEqualTo(result.flows());
    assertThat(simulation.fabric().packetsInside()).isZero();
    assertThat(simulation.fabric().switches()).allMatch(owner -> owner.heldBytes() == 0);
    return result;
  }

  private static RunResult run(SetupBuilder setup) {
    return run(setup.build(), 1);
  }

  static Stream<Topology> shapes() {
    return Stream
        .of(new Star(13, RATE, US), new LeafSpine(3, 2, 4, RATE, RATE, US, 1), new DualTor(2, 2, 6, RATE, RATE, US),
            new FatTree(2, 2, 2, 2, 3, RATE, RATE, US), new KAry(4, 1, RATE, RATE, US), new Torus(3, 2, 2, RATE, RATE, US, US))
        .map(shape -> shape.build());
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void senderRetransmitsEachReturnedPacketOnEveryShape(Topology topology) {
    RunResult result = run(incast(topology, Nscc.DEFAULT));
    assertThat(result.hosts().deliveredBytes).isEqualTo(result.flows() * SIZE);
    assertThat(result.of(SwitchValue.TRIMMED)).isPositive();
    assertThat(result.of(SwitchValue.RETURNED)).isEqualTo(result.of(SwitchValue.TRIMMED));
    assertThat(result.hosts().returnsReceived).isEqualTo(result.of(SwitchValue.RETURNED));
    assertThat(result.hosts().retransmittedBytes).isEqualTo(result.of(SwitchValue.TRIMMED) * 1000);
    assertThat(result.hosts().uselessBytes + result.lost()).isZero();
    assertThat(result.hosts().timeouts).isZero();
    assertThat(result.hosts().nacks).as("a header that comes back is no NACK").isZero();
  }

  @Test
  void toReceiversNothingGoesBack() {
    SetupBuilder setup = incast(leaves(), Nscc.DEFAULT);
    setup.trim = Trimming.DEFAULT;
    RunResult result = run(setup);
    assertThat(result.of(SwitchValue.TRIMMED)).isPositive();
    assertThat(result.of(SwitchValue.RETURNED) + result.hosts().returnsReceived).isZero();
  }

  /** Earliest time at which a packet leaves its host for the second time, in picoseconds. */
  private static long firstRetransmissionPs(Trimming trimming) {
    var setup = incast(new LeafSpine(2, 1, 4, RATE, RATE, US, 1).build(), new FixedWindow(2));
    setup.trim = trimming;
    setup.flows = new FlowTable();
    for (int from = 0; from < 4; from++) { // four hosts of a leaf over a cable as fast as one of theirs: the first switch has no room
      setup.flows.add(from, 4 + from, 3, 100 + from, SIZE, 0);
    }
    Map<Integer, Long> highest = new HashMap<>();
    var first = new long[] {Long.MAX_VALUE};
    var simulation = new Simulation(setup.build(), Recorder.NONE, (from, wire) -> (packet, endPs) -> {
      if (packet.kind == Packet.Kind.DATA && packet.hop == 0) {
        boolean again = packet.sequence < highest.getOrDefault(packet.flow().id(), 0L);
        first[0] = again ? Math.min(first[0], endPs) : first[0];
        highest.merge(packet.flow().id(), packet.sequence + packet.payloadBytes, Math::max);
      }
      wire.send(packet, endPs);
    });
    assertThat(simulation.run().flowsFinished()).isEqualTo(4);
    return first[0];
  }

  @Test
  void theFirstRetransmissionIsEarlierByTheRestOfThePathThereAndBack() {
    long legPs = 3 * US; // from the leaf over the spine and the other leaf to the host
    long earlierPs = firstRetransmissionPs(Trimming.DEFAULT) - firstRetransmissionPs(BACK);
    assertThat(earlierPs).isBetween(2 * legPs, 3 * legPs);
  }

  @Test
  void lossesOfHeadersAreSurvived() {
    SetupBuilder setup = incast(leaves(), Nscc.DEFAULT);
    setup.lossRate = 0.02;
    RunResult result = run(setup);
    assertThat(result.lost(Packet.Kind.RETURNED)).isPositive();
    assertThat(result.hosts().returnsReceived).isEqualTo(result.of(SwitchValue.RETURNED) - result.lost(Packet.Kind.RETURNED));
    assertThat(result.hosts().deliveredBytes).isEqualTo(result.flows() * SIZE);
  }

  static Stream<Arguments> all() {
    return Schemes.ALL.stream().flatMap(scheme -> Recoveries.ALL.stream().map(recovery -> Arguments.of(scheme, recovery)));
  }

  /** Each scheme under each recovery runs, and delivers each byte once, or is refused for a reason. */
  @ParameterizedTest
  @MethodSource("all")
  void schemesAndRecoveries(Scheme scheme, Recovery recovery) {
    SetupBuilder setup = incast(leaves(), scheme);
    setup.recovery = recovery;
    setup.framing = recovery.usesTcpFrames() ? Framing.TCP : setup.framing;
    List<String> refused = setup.build().problems().stream().map(Problem::sentence).toList();
    boolean credit = scheme.signals().contains(Signal.CREDIT);
    assertThat(refused.stream().anyMatch(sentence -> sentence.startsWith("trim reports single packets as lost")))
        .isEqualTo(!recovery.takesReordering());
    assertThat(refused.stream().anyMatch(sentence -> sentence.startsWith("trim to: sender returns requests for credit")))
        .isEqualTo(credit);
    if (recovery.takesReordering() && !credit) {
      RunResult result = run(setup);
      assertThat(result.of(SwitchValue.RETURNED)).isPositive();
      assertThat(result.hosts().deliveredBytes).isEqualTo(result.flows() * SIZE);
      assertThat(run(setup).fingerprint()).isEqualTo(result.fingerprint());
    }
  }

  /** Also with spraying, or with choices of switches, so that packets have no fixed path. */
  @Test
  void withAnyChoiceOfPaths() {
    SetupBuilder sprayed = incast(leaves(), Nscc.DEFAULT);
    sprayed.paths = Sprayed.DEFAULT;
    assertThat(run(sprayed).of(SwitchValue.RETURNED)).isPositive();
    Routings.ALL.stream().filter(routing -> routing.problem(leaves()) == null).forEach(routing -> {
      SetupBuilder setup = incast(leaves(), Timely.DEFAULT);
      setup.routing = routing;
      RunResult result = run(setup);
      assertThat(result.of(SwitchValue.RETURNED)).as(routing.name()).isPositive();
      assertThat(result.hosts().deliveredBytes).as(routing.name()).isEqualTo(result.flows() * SIZE);
    });
  }

  /** WRITEs and READs, with data in either direction. */
  @Test
  void ofQueuePairs() {
    for (Rdma.Op op : List.of(Rdma.Op.WRITE, Rdma.Op.READ)) {
      SetupBuilder setup = incast(leaves(), Nscc.DEFAULT);
      setup.flows = new FlowTable();
      for (int other = 8; other < 12; other++) {
        boolean reads = op == Rdma.Op.READ;
        new Rdma(op, reads ? 0 : other, reads ? other : 0, 100_000, 4, 2, 5 * US, US, 3, 300 + other).addTo(setup.flows,
            setup.topology, 1);
      }
      setup.bufferBytes = 60_000;
      RunResult result = run(setup);
      assertThat(result.of(SwitchValue.RETURNED)).as(op.toString()).isPositive();
      assertThat(result.hosts().returnsReceived).as(op.toString()).isEqualTo(result.of(SwitchValue.RETURNED));
    }
  }

  /** Two products, for any feedback, and a check of each of its facts. */
  private static final class Checked implements Scheme {
    private int returns;

    @Override
    public String name() {
      return "checked";
    }

    @Override
    public Set<Signal> signals() {
      return Set.of(Signal.RTT);
    }

    @Override
    public CongestionControl start(PathFacts path) {
      CongestionControl window = new FixedWindow(2).start(path);
      return new CongestionControl() {
        private long lastRttPs = path.baseRttPs();
        private long ackedBytes;

        @Override
        public boolean onAck(Feedback facts) {
          assertThat(facts.ackedBytes).isGreaterThanOrEqualTo(ackedBytes);
          if (facts.trimmedBytes > 0) {
            returns++;
            assertThat(facts.rttPs).as("a return measures no round trip: the last one stands").isEqualTo(lastRttPs);
            assertThat(facts.ackedBytes).as("nor does it acknowledge").isEqualTo(ackedBytes);
            assertThat(facts.lostBytes).isEqualTo(facts.trimmedBytes).isEqualTo(1000);
            assertThat(facts.reportsLoss).isTrue();
            assertThat(facts.ecnMarked || facts.reported || facts.quiet || facts.fromSwitch).isFalse();
            assertThat(facts.hops.count()).isZero();
          }
          lastRttPs = facts.rttPs;
          ackedBytes = facts.ackedBytes;
          return false;
        }

        @Override
        public long windowBytes() {
          return window.windowBytes();
        }

        @Override
        public long paceBitsPerSec() {
          return window.paceBitsPerSec();
        }
      };
    }
  }

  @Test
  void aReturnIsALossAndNothingElse() {
    var scheme = new Checked();
    SetupBuilder setup = incast(leaves(), scheme);
    setup.recovery = new Selective(10_000 * US, 10_000 * US, 8); // no packet is declared lost before its return comes
    RunResult result = run(setup);
    assertThat(scheme.returns).isPositive().isEqualTo((int) result.hosts().returnsReceived);
  }

  /** On their way to receivers, headers of senders that do not react take the last link from data. */
  @Test
  void headersTakeNothingOfTheLinkThatHasNoRoom() {
    SetupBuilder setup = incast(leaves(), FixedWindow.DEFAULT);
    RunResult back = run(setup);
    setup.trim = Trimming.DEFAULT;
    assertThat(back.simulatedPs()).isLessThan(run(setup).simulatedPs());
    double ideal = 11 * SIZE * 1.09 * 8e12 / RATE; // headers and gaps
    assertThat(back.simulatedPs() / ideal).isBetween(1.0, 1.2);
  }

  @Test
  void threadsChangeNothing() {
    SetupBuilder setup = incast(leaves(), Nscc.DEFAULT);
    setup.lossRate = 0.005;
    RunResult one = run(setup.build(), 1);
    for (int parts : new int[] {2, 3}) {
      RunResult several = run(setup.build(), parts);
      assertThat(several.fingerprint()).isEqualTo(one.fingerprint());
      assertThat(several.hosts().returnsReceived).isPositive().isEqualTo(one.hosts().returnsReceived);
    }
  }

  @Test
  void rejectsIncompatibleFeatures() {
    SetupBuilder setup = incast(leaves(), Rccc.DEFAULT);
    setup.authenticateFeedback = true;
    assertThat(setup.build().problems()).extracting(Problem::sentence).containsExactly(
        "trim to: sender returns requests for credit before they reach their receiver, and scheme rccc needs its credit;"
            + " use to: receiver",
        "trim to: sender returns headers without authentication by a receiver, and authenticateFeedback: true needs it;"
            + " use to: receiver, or authenticateFeedback: false");
  }
}
