package dev.inflight.sim.paths;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.link.Flow;
import dev.inflight.net.link.LossModel;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;
import dev.inflight.net.link.Wire;
import dev.inflight.net.paths.ChosenPaths;
import dev.inflight.net.paths.OnePath;
import dev.inflight.net.paths.PathChoice;
import dev.inflight.net.recovery.GoBackN;
import dev.inflight.net.recovery.Irn;
import dev.inflight.net.recovery.Recovery;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.net.topology.Star;
import dev.inflight.net.topology.Topology;
import dev.inflight.net.validation.CheckedFeedback;
import dev.inflight.net.validation.NoValidation;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.record.FlowResult;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.Incast;
import dev.inflight.sim.workload.Permutation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Flows that choose among paths (draft-miao-rtgwg-hpccplus §9.4), as it is seen on the cables. */
class PathsTest {
  private static final long US = 1_000_000;
  private static final long RATE = 100_000_000_000L;
  private static final long SIZE = 10_000_000;
  private static final int MOVES = ChosenPaths.DEFAULT.moves();

  /** Source ports of leaving data, and their times. */
  private static final class Watch implements BiFunction<Port, Wire, Wire> {
    private final Map<Flow, Integer> entropies = new HashMap<>();
    private final Map<Flow, Integer> moves = new HashMap<>();
    private final Map<Flow, Long> lastMoveAt = new HashMap<>(); // byte of the flow

    @Override
    public Wire apply(Port from, Wire wire) {
      return (packet, endPs) -> {
        if (packet.kind == Packet.Kind.DATA && packet.hop == 0) {
          Flow flow = packet.flow;
          if (packet.entropy != entropies.getOrDefault(flow, 0)) {
            entropies.put(flow, (int) packet.entropy);
            moves.merge(flow, 1, Integer::sum);
            lastMoveAt.put(flow, packet.sequence);
          }
        }
        wire.send(packet, endPs);
      };
    }

    int all() {
      return moves.values().stream().mapToInt(Integer::intValue).sum();
    }
  }

  private record Outcome(double meanGbps, double worst, double most) {
  }

  private static SetupBuilder permutation(long seed, PathChoice paths) {
    var setup = new SetupBuilder();
    setup.topology = new LeafSpine(4, 8, 8, RATE, RATE, US, 1).build();
    new Permutation(SIZE, 0, 3, 100).addTo(setup.flows, setup.topology, seed);
    setup.seed = seed;
    setup.ackEveryPackets = 4;
    setup.paths = paths;
    return setup;
  }

  private static Outcome run(long seed, PathChoice paths) {
    var flows = new ArrayList<FlowResult>();
    var watch = new Watch();
    RunResult result = new Simulation(permutation(seed, paths).build(), new Recorder() {
      @Override
      public void flowFinished(FlowResult flow) {
        flows.add(flow);
      }
    }, watch).run();
    assertThat(result.flowsFinished()).isEqualTo(32);
    assertThat(result.hosts().retransmittedBytes).as("because of moves").isZero();
    assertThat((long) watch.all()).isEqualTo(result.hosts().moves);
    assertThat(result.hosts().pathProbes).isEqualTo(
        result.hosts().pathReports + result.lost(Packet.Kind.PATH_PROBE) + result.lost(Packet.Kind.PATH_REPORT));
    assertThat(watch.moves.values()).allSatisfy(each -> assertThat(each).isLessThanOrEqualTo(MOVES));
    long firstHalf = SIZE / 2 + 150_000; // data in flight at the decision is behind
    assertThat(watch.lastMoveAt.values()).allSatisfy(at -> assertThat(at).isLessThan(firstHalf));
    return new Outcome(flows.stream().mapToDouble(flow -> flow.sizeBytes() * 8000.0 / flow.fctPs()).average().orElseThrow(),
        flows.stream().mapToDouble(FlowResult::slowdown).max().orElseThrow(), result.hosts().moves);
  }

  @ParameterizedTest
  @ValueSource(longs = {3, 6})
  void aPermutationFindsItsPaths(long seed) {
    Outcome hashed = run(seed, OnePath.DEFAULT);
    assertThat(hashed.most).isZero();
    assertThat(hashed.worst).isGreaterThan(3);
    Outcome chosen = run(seed, ChosenPaths.DEFAULT);
    assertThat(chosen.meanGbps).isGreaterThan(80).isGreaterThan(hashed.meanGbps + 14);
    assertThat(chosen.worst).isLessThan(1.6);
  }

  @Test
  @Tag("sweep")
  void tenPermutations() {
    List<Outcome> chosen = LongStream.rangeClosed(1, 10).mapToObj(seed -> run(seed, ChosenPaths.DEFAULT)).toList();
    assertThat(chosen.stream().mapToDouble(Outcome::meanGbps).average().orElseThrow()).isGreaterThan(80);
    assertThat(chosen).allSatisfy(each -> assertThat(each.worst).isLessThan(1.6));
  }

  /** Its control gets each move, and other values at other ports are no false report. */
  @Test
  void aGuardChangesNothing() {
    List<RunResult> results = Stream.of(NoValidation.DEFAULT, CheckedFeedback.DEFAULT).map(trust -> {
      SetupBuilder setup = permutation(3, ChosenPaths.DEFAULT);
      setup.authenticateFeedback = true;
      setup.feedbackValidation = trust;
      return new Simulation(setup.build(), Recorder.NONE).run();
    }).toList();
    assertThat(results.getFirst().hosts().moves).isGreaterThan(10);
    assertThat(results.getLast().hosts().misreportingFlows).isZero();
    assertThat(results.getLast().hosts().fallbacks).isZero();
    assertThat(results.getLast().fingerprint()).isEqualTo(results.getFirst().fingerprint());
  }

  @Test
  void whereThereIsOnePathNothingMoves() {
    Topology[] single = {new Star(17, RATE, US).build(), new LeafSpine(2, 1, 9, RATE, RATE, US, 1).build()};
    for (Topology topology : single) {
      var setup = new SetupBuilder();
      setup.topology = topology;
      setup.paths = ChosenPaths.DEFAULT;
      new Incast(16, 16, 2_000_000, 0, 3, 100).addTo(setup.flows, topology, 1);
      var watch = new Watch();
      RunResult result = new Simulation(setup.build(), Recorder.NONE, watch).run();
      assertThat(result.flowsFinished()).isEqualTo(16);
      assertThat(watch.all()).isZero();
      assertThat(result.hosts().moves).isZero();
      assertThat(result.hosts().retransmittedBytes).isZero();
    }
  }

  @Test
  void flowsTooShortToMoveAreAsIfOff() {
    assertThat(story(new ChosenPaths(8, 3, 0.8, 1.25))).isEqualTo(story(OnePath.DEFAULT));
  }

  private static List<String> story(PathChoice paths) {
    var setup = new SetupBuilder();
    setup.topology = new LeafSpine(2, 2, 8, RATE, RATE, US, 1).build();
    setup.paths = paths;
    new Incast(15, 15, 500_000, 0, 3, 100).addTo(setup.flows, setup.topology, 1);
    var told = new ArrayList<String>();
    new Simulation(setup.build(), new Recorder() {
      @Override
      public void flowFinished(FlowResult flow) {
        told.add(flow.toString());
      }
    }).run();
    return told;
  }

  /** No path is free, and moving back and forth has no gain; if hashes share the flows out evenly, there is nothing to do. */
  @ParameterizedTest
  @ValueSource(ints = {100, 101, 102, 103})
  void twoEqualPathsAreNotTakenInTurns(int port) {
    var setup = new SetupBuilder();
    setup.topology = new LeafSpine(2, 2, 4, RATE / 4, RATE / 4, US, 1).build();
    setup.paths = ChosenPaths.DEFAULT;
    for (int source = 0; source < 4; source++) {
      setup.flows.add(source, 4 + source, 3, port, 250_000_000, 0);
    }
    setup.untilPs = 10_000 * US;
    var watch = new Watch();
    var firstPorts = new HashMap<Flow, Port>();
    RunResult result = new Simulation(setup.build(), Recorder.NONE, (from, wire) -> {
      Wire watched = watch.apply(from, wire);
      return (packet, endPs) -> {
        if (packet.kind == Packet.Kind.DATA && packet.hop == 1) {
          firstPorts.putIfAbsent(packet.flow, from);
        }
        watched.send(packet, endPs);
      };
    }).run();
    Port one = firstPorts.values().iterator().next();
    boolean even = firstPorts.values().stream().filter(each -> each == one).count() == 2;
    assertThat(watch.moves.values()).allSatisfy(each -> assertThat(each).isLessThanOrEqualTo(even ? 1 : MOVES));
    assertThat(watch.lastMoveAt.values()).as("it is over soon: half of a line for 2 ms").allSatisfy(
        at -> assertThat(at).isLessThan(3_000_000));
    assertThat(result.hosts().retransmittedBytes).isZero();
  }

  private enum Dead {
    /** Takes data and brings none. */
    FORWARD,
    /** Loses acknowledgements. */
    BACK,
    /** Brings nothing in either direction. */
    BOTH
  }

  static Stream<Arguments> failures() {
    return Stream.of(GoBackN.DEFAULT, Irn.DEFAULT).flatMap(recovery -> Stream.of(Dead.values())
        .flatMap(dead -> Stream.of(100, 203, 311, 1507).map(at -> Arguments.of(recovery, dead, at))));
  }

  /**
   * A link that takes packets and delivers none, without a change of routes, is left within two round trips: early in a flow's life, and
   * late.
   */
  @ParameterizedTest
  @MethodSource("failures")
  void aDeadLinkIsLeft(Recovery recovery, Dead dead, int atUs) {
    long deadPs = atUs * US;
    var setup = new SetupBuilder();
    setup.topology = new LeafSpine(2, 4, 1, RATE, RATE, US, 1).build();
    setup.recovery = recovery;
    setup.paths = ChosenPaths.DEFAULT;
    setup.flows.add(0, 1, 3, 100, 20_000_000, 0);
    int[] used = {-1};
    int[] entropy = new int[1];
    long[] leftPs = new long[1];
    long[] settledPs = new long[1];
    var simulation = new Simulation(setup.build(), Recorder.NONE);
    Packet.Kind seen = dead == Dead.BACK ? Packet.Kind.ACK : Packet.Kind.DATA;
    for (int link = 2; link < 6; link++) { // from the first leaf
      int here = link;
      LossModel model = packet -> {
        boolean isDead = packet.timePs >= deadPs;
        if (packet.kind == seen && !isDead) {
          used[0] = here;
        }
        if (packet.kind == Packet.Kind.DATA && packet.entropy != entropy[0]) {
          entropy[0] = packet.entropy;
          leftPs[0] = leftPs[0] == 0 ? packet.timePs : leftPs[0];
          settledPs[0] = packet.timePs;
        }
        return isDead && here == used[0] && (dead == Dead.BOTH || packet.kind.forward == (dead == Dead.FORWARD));
      };
      simulation.fabric().setLoss(link, model, model);
    }
    long roundTripPs = simulation.basePaths().largestRttPs();
    RunResult result = simulation.run();
    assertThat(result.flowsFinished()).isEqualTo(1);
    assertThat(leftPs[0] - deadPs).isBetween(roundTripPs / 2, 2 * roundTripPs);
    assertThat(settledPs[0] - deadPs).as("where the first other path brings no acknowledgements").isLessThan(5 * roundTripPs / 2);
    assertThat(result.hosts().retransmittedBytes).isBetween(1L, 5 * 125_000L);
  }
}
