package dev.inflight.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.cc.scheme.Schemes;
import dev.inflight.net.recovery.Irn;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.topology.Dumbbell;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.net.topology.Pod;
import dev.inflight.net.topology.Star;
import dev.inflight.net.topology.Topology;
import dev.inflight.net.topology.TopologyGenerator;
import dev.inflight.net.link.Wire;
import dev.inflight.sim.parts.Division;
import dev.inflight.sim.record.FlowResult;
import dev.inflight.sim.record.QueueMonitor;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.LinkEvent;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.workload.Rdma;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Small fabrics, traffic and faults drawn at random, under every scheme of ours: every flow finishes, no switch holds more than its memory,
 * and whoever looks at the run in between changes nothing.
 */
@Tag("sweep")
class RandomStoriesTest {
  private static final int STORIES = 2000;
  private static final long G = 1_000_000_000L;
  private static final long US = 1_000_000L;
  private static final List<Scheme> SCHEMES = Schemes.ALL.stream().filter(scheme -> !scheme.name().endsWith("-authors")).toList();

  static IntStream stories() {
    return IntStream.range(0, STORIES);
  }

  private static TopologyGenerator shape(SplittableRandom random) {
    return switch (random.nextInt(4)) {
      case 0 -> new Star(3 + random.nextInt(8), 100 * G, random.nextLong(3 * US));
      case 1 -> new Dumbbell(1 + random.nextInt(4), 1 + random.nextInt(4), 100 * G, 25 * G, 1 + random.nextLong(3 * US));
      case 2 -> new LeafSpine(2 + random.nextInt(2), 2, 2 + random.nextInt(3), 25 * G, 100 * G, US, 1);
      default -> Pod.DEFAULT;
    };
  }

  private static SetupBuilder setup(int story) {
    var random = new SplittableRandom(story);
    var setup = new SetupBuilder();
    setup.seed = story;
    setup.topology = shape(random).build();
    setup.scheme = SCHEMES.get(story % SCHEMES.size());
    setup.bufferBytes = 5L << 20;
    setup.pfc = random.nextInt(4) > 0;
    setup.lossRate = random.nextInt(3) == 0 ? 0.001 : 0;
    setup.ackEveryPackets = random.nextInt(4) == 0 ? 1 + random.nextInt(16) : 1;
    if (random.nextInt(3) == 0) {
      setup.recovery = Irn.DEFAULT;
    }
    if (setup.scheme.signals().contains(Signal.ECN)) {
      setup.topology.links()
          .forEach(link -> setup.ecn.put(link.rateBitsPerSec(), new EcnThresholds(20_000, 80_000, 0.2)));
    }
    setup.samplePeriodPs = 1 + random.nextLong(US);
    flows(setup, random);
    fail(setup, random);
    return setup;
  }

  private static void flows(SetupBuilder setup, SplittableRandom random) {
    int hosts = setup.topology.hostCount();
    int groups = 1 + random.nextInt(3);
    for (int flow = 20 + random.nextInt(200); flow > 0; flow--) {
      int source = random.nextInt(hosts);
      int destination = random.nextInt(3) == 0 ? 0 : random.nextInt(hosts);
      if (source != destination) {
        setup.flows.add(source, destination, 3 + random.nextInt(groups), 100, 1 + random.nextLong(1L << random.nextInt(1, 18)),
            random.nextLong(300 * US));
      }
    }
    setup.flows.add(0, 1, 3, 100, 1 + random.nextLong(100_000), random.nextInt(10) == 0 ? 1_000_000 * US : 0);
  }

  /** The same with operations on queue pairs, in two of three stories. */
  private static Setup withOperations(int story) {
    SetupBuilder setup = setup(story);
    var random = new SplittableRandom(story + 2_000_000_000L);
    int hosts = setup.topology.hostCount();
    for (int many = random.nextInt(3) * random.nextInt(8); many > 0; many--) {
      int from = random.nextInt(hosts);
      int to = random.nextInt(hosts);
      if (from != to) {
        Rdma.Op op = Rdma.Op.values()[random.nextInt(2)];
        new Rdma(op, from, to, 1 + random.nextLong(1L << random.nextInt(1, 18)), 1 + random.nextInt(20), 1 + random.nextInt(3),
            random.nextLong(10 * US), random.nextLong(100 * US), 3, 300).addTo(setup.flows, setup.topology, story);
      }
    }
    return setup.build();
  }

  private static void fail(SetupBuilder setup, SplittableRandom random) {
    Topology topology = setup.topology;
    List<Topology.Link> between = topology.links().stream()
        .filter(link -> topology.isSwitch(link.a()) && topology.isSwitch(link.b())).toList();
    if (!between.isEmpty() && random.nextInt(3) == 0) {
      Topology.Link link = between.get(random.nextInt(between.size()));
      long downPs = random.nextLong(200 * US);
      setup.linkEvents.add(new LinkEvent(downPs, link.a(), link.b(), false));
      setup.linkEvents.add(new LinkEvent(downPs + 1 + random.nextLong(200 * US), link.a(), link.b(), true));
    }
  }

  /** Everything that a run tells, as text. */
  private static List<String> told(Simulation simulation, RunResult result, List<FlowResult> flows) {
    var lines = new ArrayList<String>();
    lines.add(result.packetHops() + " hops, " + result.events() + " events, " + Long.toHexString(result.fingerprint()));
    lines.add(result.endPs() + " ps, " + Arrays.toString(result.losses()) + " lost, " + result.pfcPauses() + " pauses, "
        + result.pfcPausePs() + " ps of them, " + result.ecnMarks() + " marks, " + result.peakBufferBytes() + " B held");
    QueueMonitor queues = simulation.queues();
    queues.ports().forEach(port -> lines.add(port + " " + Arrays.toString(queues.histogram(port))));
    flows.forEach(flow -> lines.add(flow.toString()));
    return lines;
  }

  @ParameterizedTest
  @MethodSource("stories")
  void everythingArrivesAndWhoLooksChangesNothing(int story) {
    SetupBuilder setup = setup(story);
    var flows = new ArrayList<FlowResult>();
    var whole = new Simulation(setup.build(), recorder(flows));
    RunResult result = whole.run();
    assertThat(result.flowsFinished()).isEqualTo(result.flows());
    assertThat(result.hosts().deliveredBytes).isEqualTo(flows.stream().mapToLong(FlowResult::sizeBytes).sum());
    assertThat(result.peakBufferBytes()).isLessThanOrEqualTo(setup.bufferBytes);
    assertThat(flows).allMatch(flow -> flow.standalonePs() > 0);

    var random = new SplittableRandom(~story);
    var flowsAgain = new ArrayList<FlowResult>();
    var sliced = new Simulation(setup(story).build(), recorder(flowsAgain));
    for (long nowPs = 0; nowPs < 2000 * US; nowPs += 1 + random.nextLong(20 * US)) {
      sliced.advance(nowPs);
    }
    assertThat(told(sliced, sliced.run(), flowsAgain)).isEqualTo(told(whole, result, flows));
  }

  /** A cut of any kind: also one that parts a host from its switch. */
  private static Division cut(Topology topology, SplittableRandom random) {
    int parts = 2 + random.nextInt(4);
    return random.nextBoolean()
        ? Division.of(topology, parts)
        : Division.of(topology, random.ints(topology.nodeCount(), 0, parts).toArray());
  }

  /** Now and then, whoever sends takes a while. */
  private static Wire slow(Wire wire, SplittableRandom random) {
    return (packet, endPs) -> {
      if (random.nextInt(20_000) == 0) {
        LockSupport.parkNanos(200_000);
      }
      wire.send(packet, endPs);
    };
  }

  @ParameterizedTest
  @MethodSource("stories")
  void anyCutTellsTheSame(int story) {
    var random = new SplittableRandom(story + 1_000_000_000L);
    var flows = new ArrayList<FlowResult>();
    var whole = new Simulation(withOperations(story), recorder(flows));
    List<String> told = told(whole, whole.run(), flows);

    Setup setup = withOperations(story);
    var flowsAgain = new ArrayList<FlowResult>();
    Division cut = cut(setup.topology, random);
    var divided = new Simulation(setup, recorder(flowsAgain), (from, wire) -> slow(wire, random.split()), cut);
    divided.runOn(1 + random.nextInt(cut.parts()));
    if (random.nextBoolean()) {
      for (long nowPs = 0; nowPs < 500 * US; nowPs += 1 + random.nextLong(50 * US)) {
        divided.advance(nowPs);
      }
    }
    assertThat(told(divided, divided.run(), flowsAgain)).as("%d parts", cut.parts()).isEqualTo(told);
  }

  private static Recorder recorder(List<FlowResult> into) {
    return new Recorder() {
      @Override
      public void flowFinished(FlowResult flow) {
        into.add(flow);
      }
    };
  }
}
