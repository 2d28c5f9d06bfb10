package dev.inflight.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.rival.NoControl;
import dev.inflight.cc.rival.Swift;
import dev.inflight.net.event.SerializationTime;
import dev.inflight.net.paths.ChosenPaths;
import dev.inflight.net.paths.OnePath;
import dev.inflight.net.paths.PathChoice;
import dev.inflight.net.paths.Sprayed;
import dev.inflight.net.recovery.Selective;
import dev.inflight.net.topology.DualPlane;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.net.topology.RailOptimized;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.record.FlowResult;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.change.LinkDown;
import dev.inflight.sim.change.LinkUp;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.Rdma;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The ideal completion time over several paths is a bound that no run beats, and that a good run comes near to. */
class IdealFctTest {
  private static final long G = 1_000_000_000;
  private static final long US = 1_000_000;
  private static final long[] RATES = {10 * G, 25 * G, 40 * G, 100 * G, 400 * G};

  private static SetupBuilder setup(Topology topology, PathChoice paths) {
    var setup = new SetupBuilder();
    setup.topology = topology;
    setup.paths = paths;
    setup.scheme = NoControl.DEFAULT;
    setup.recovery = Selective.DEFAULT;
    return setup;
  }

  private static List<FlowResult> flows(SetupBuilder setup) {
    var results = new ArrayList<FlowResult>();
    new Simulation(setup.build(), new Recorder() {
      @Override
      public void flowFinished(FlowResult flow) {
        results.add(flow);
      }
    }).run();
    return results;
  }

  private static FlowResult only(SetupBuilder setup) {
    return flows(setup).getLast();
  }

  /** Two hosts at two switches, and between these a switch for each path, with cables of any rates and delays. */
  private static Topology parallel(SplittableRandom random, int paths) {
    var links = new ArrayList<Topology.Link>();
    links.add(new Topology.Link(0, 2, 200 * G, US));
    links.add(new Topology.Link(1, 3, 200 * G, US));
    for (int path = 0; path < paths; path++) {
      links.add(new Topology.Link(2, 4 + path, rate(random), delay(random)));
      links.add(new Topology.Link(4 + path, 3, rate(random), delay(random)));
    }
    var switches = new BitSet();
    switches.set(2, 4 + paths);
    return new Topology(4 + paths, switches, links);
  }

  private static long rate(SplittableRandom random) {
    return RATES[random.nextInt(RATES.length)];
  }

  private static long delay(SplittableRandom random) {
    return 1 + random.nextLong(2 * US);
  }

  private static long size(SplittableRandom random, int payloadBytes) {
    return switch (random.nextInt(3)) {
      case 0 -> 1 + random.nextLong(payloadBytes);
      case 1 -> 1 + random.nextLong(10L * payloadBytes);
      default -> 1 + random.nextLong(300L * payloadBytes);
    };
  }

  private static PathChoice paths(SplittableRandom random) {
    return switch (random.nextInt(5)) {
      case 0 -> OnePath.DEFAULT;
      case 1 -> new ChosenPaths(2 + random.nextInt(31), 10, 1, 1);
      default -> new Sprayed(2 + random.nextInt(63), Sprayed.By.values()[random.nextInt(Sprayed.By.values().length)]);
    };
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void noFlowIsFasterThanItsIdealOverPathsOfAnyRates(int seed) {
    var random = new SplittableRandom(seed);
    int sprayed = 0;
    for (int run = 0; run < 60; run++) {
      SetupBuilder setup = setup(parallel(random, 1 + random.nextInt(5)), paths(random));
      setup.seed = random.nextLong();
      setup.payloadBytes = 16 + random.nextInt(9000 - 16);
      setup.clock = random.nextBoolean() ? SerializationTime.EXACT : SerializationTime.AUTHORS;
      setup.scheme = random.nextBoolean() ? NoControl.DEFAULT : Swift.DEFAULT;
      setup.ackEveryPackets = random.nextInt(3) == 0 ? 1 + random.nextInt(5) : 1;
      if (random.nextInt(3) == 0) {
        Rdma.Op op = random.nextBoolean() ? Rdma.Op.READ : Rdma.Op.WRITE;
        new Rdma(op, 0, 1, size(random, setup.payloadBytes), 3, 1, 50 * US, 0, 3, 300).addTo(setup.flows, setup.topology, 1);
      } else {
        setup.flows.add(0, 1, 3, 4791, size(random, setup.payloadBytes), 0);
      }
      if (!setup.build().problems().isEmpty()) {
        continue;
      }
      for (FlowResult flow : flows(setup)) {
        assertThat(flow.fctPs())
            .as("%d.%d: %d bytes by %s over %s", seed, run, flow.sizeBytes(), setup.paths, setup.topology.links())
            .isGreaterThanOrEqualTo(flow.idealFctPs());
        sprayed += setup.paths instanceof Sprayed ? 1 : 0;
      }
    }
    assertThat(sprayed).isGreaterThan(20);
  }

  /** Hosts with several NICs: a flow leaves through one of them, whatever its source ports. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6})
  void noFlowIsFasterThanItsIdealFromSeveralPorts(int seed) {
    var random = new SplittableRandom(seed);
    long rate = rate(random);
    Topology topology = seed % 2 == 0
        ? new DualPlane(2, 2, 4, rate, rate(random), US).build()
        : new RailOptimized(2, 2, 4, 2, rate, rate(random), 4 * rate, US, US / 10).build();
    SetupBuilder setup = setup(topology, new Sprayed(64, Sprayed.By.OBLIVIOUS));
    setup.scheme = Swift.DEFAULT;
    int hosts = topology.hostCount();
    for (int source = 0; source < hosts; source++) {
      int to = (source + 1 + random.nextInt(hosts - 1)) % hosts;
      setup.flows.add(source, to, 3, 100 + source, size(random, setup.payloadBytes), random.nextLong(3 * US));
    }
    List<FlowResult> flows = flows(setup);
    assertThat(flows).hasSize(hosts).allSatisfy(flow -> assertThat(flow.slowdown()).isGreaterThanOrEqualTo(1));
  }

  /** Two paths of 100 Gb/s and a NIC of 200 Gb/s: twice as fast as one path, and the run comes near to it. */
  @Test
  void sprayedFlowHasTheRateOfAllItsPaths() {
    FlowResult alone = over(2, OnePath.DEFAULT, 1_000_000);
    FlowResult sprayed = over(2, Sprayed.DEFAULT, 1_000_000);
    long latencyPs = 6 * US;
    assertThat(alone.slowdown()).isEqualTo(1);
    assertThat((double) (sprayed.idealFctPs() - latencyPs) / (alone.idealFctPs() - latencyPs)).isBetween(0.5, 0.52);
    assertThat(sprayed.slowdown()).isBetween(1.0, 1.2);
  }

  /** A path of 10 Gb/s in its first half, and another one of 10 Gb/s in its second: the smallest cut takes a cable of each. */
  @Test
  void idealIsThatOfTheSmallestCut() {
    var switches = new BitSet();
    switches.set(2, 6);
    var topology = new Topology(6, switches,
        List.of(new Topology.Link(0, 2, 100 * G, US), new Topology.Link(1, 3, 100 * G, US), new Topology.Link(2, 4, 10 * G, US),
            new Topology.Link(4, 3, 90 * G, US), new Topology.Link(2, 5, 90 * G, US), new Topology.Link(5, 3, 10 * G, US)));
    SetupBuilder setup = setup(topology, new Sprayed(64, Sprayed.By.OBLIVIOUS));
    setup.flows.add(0, 1, 3, 100, 1_000_000, 0);
    FlowResult flow = only(setup);
    assertThat(flow.idealFctPs()).as("1 MB and its headers at 20 Gb/s").isBetween(400 * US, 460 * US);
    assertThat(flow.slowdown()).isGreaterThanOrEqualTo(1);
  }

  /** Over one path the same to the picosecond, however many source ports there are. */
  @Test
  void idealOfASprayedFlowOverOnePathIsThatOfThePath() {
    FlowResult sprayed = over(1, Sprayed.DEFAULT, 123_457);
    assertThat(sprayed.idealFctPs()).isEqualTo(over(1, OnePath.DEFAULT, 123_457).idealFctPs());
    assertThat(sprayed.slowdown()).isEqualTo(1);
  }

  private static FlowResult over(int spines, PathChoice paths, long sizeBytes) {
    SetupBuilder setup = setup(new LeafSpine(2, spines, 1, 200 * G, 100 * G, US, 1).build(), paths);
    setup.flows.add(0, 1, 3, 100, sizeBytes, 0);
    return only(setup);
  }

  /** Links fail and come back while flows last. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void noFlowIsFasterThanItsIdealOverChangingPaths(int seed) {
    var random = new SplittableRandom(seed);
    Topology topology = parallel(random, 3);
    SetupBuilder setup = setup(topology, seed % 2 == 0 ? OnePath.DEFAULT : Sprayed.DEFAULT);
    for (int flow = 0; flow < 10; flow++) {
      setup.flows.add(flow % 2, 1 - flow % 2, 3, 100 + flow, size(random, setup.payloadBytes), random.nextLong(100 * US));
    }
    for (int path = 0; path < 2; path++) {
      long atPs = random.nextLong(60 * US);
      setup.events.add(new LinkDown(atPs, 2, 4 + path));
      setup.events.add(new LinkUp(atPs + 1 + random.nextLong(60 * US), 2, 4 + path));
    }
    setup.seed = seed;
    assertThat(flows(setup)).hasSize(10).allSatisfy(flow -> assertThat(flow.slowdown()).isGreaterThanOrEqualTo(1));
  }
}
