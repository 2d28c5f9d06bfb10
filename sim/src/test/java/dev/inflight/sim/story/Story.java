package dev.inflight.sim.story;

import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.cc.scheme.Schemes;
import dev.inflight.net.recovery.Irn;
import dev.inflight.net.route.RerouteDelays;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.switching.ecn.PortClass;
import dev.inflight.net.topology.Dumbbell;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.net.topology.Pod;
import dev.inflight.net.topology.Star;
import dev.inflight.net.topology.Topology;
import dev.inflight.net.topology.TopologyGenerator;
import dev.inflight.sim.change.FabricEvent;
import dev.inflight.sim.change.state.FaultLoss;
import dev.inflight.sim.change.LinkDegraded;
import dev.inflight.sim.change.LinkDown;
import dev.inflight.sim.change.state.LinkEnds;
import dev.inflight.sim.change.LinkFlapping;
import dev.inflight.sim.change.LinkLossy;
import dev.inflight.sim.change.LinkSilent;
import dev.inflight.sim.change.NodeDown;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.Rdma;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Small fabrics, traffic and faults, drawn at random from a number. */
final class Story {
  static final long US = 1_000_000L;
  private static final long G = 1_000_000_000L;
  private static final List<Scheme> SCHEMES = Schemes.ALL.stream().filter(scheme -> !scheme.name().endsWith("-authors")).toList();

  private Story() {
  }

  /** Makes the setup of a number; equal numbers give equal setups. */
  static SetupBuilder of(int story) {
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
          .forEach(link -> setup.ecn.put(PortClass.ofRate(link.rateBitsPerSec()), new EcnThresholds(20_000, 80_000, 0.2)));
    }
    setup.samplePeriodPs = 1 + random.nextLong(US);
    flows(setup, random);
    fail(setup, random);
    return setup;
  }

  /** Adds operations on queue pairs, in two of three stories. */
  static SetupBuilder withOperations(int story) {
    SetupBuilder setup = of(story);
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
    return setup;
  }

  private static TopologyGenerator shape(SplittableRandom random) {
    return switch (random.nextInt(4)) {
      case 0 -> new Star(3 + random.nextInt(8), 100 * G, random.nextLong(3 * US));
      case 1 -> new Dumbbell(1 + random.nextInt(4), 1 + random.nextInt(4), 100 * G, 25 * G, 1 + random.nextLong(3 * US));
      case 2 -> new LeafSpine(2 + random.nextInt(2), 2, 2 + random.nextInt(3), 25 * G, 100 * G, US, 1);
      default -> Pod.DEFAULT;
    };
  }

  private static void flows(SetupBuilder setup, SplittableRandom random) {
    int hosts = setup.topology.hostCount();
    int priorities = 1 + random.nextInt(3);
    for (int flow = 20 + random.nextInt(200); flow > 0; flow--) {
      int source = random.nextInt(hosts);
      int destination = random.nextInt(3) == 0 ? 0 : random.nextInt(hosts);
      if (source != destination) {
        setup.flows.add(source, destination, 3 + random.nextInt(priorities), 100,
            1 + random.nextLong(1L << random.nextInt(1, 18)), random.nextLong(300 * US));
      }
    }
    setup.flows.add(0, 1, 3, 100, 1 + random.nextLong(100_000), random.nextInt(10) == 0 ? 1_000_000 * US : 0);
  }

  private static FabricEvent event(long atPs, long untilPs, Topology.Link link, SplittableRandom random) {
    var ends = new LinkEnds(link.a(), link.b(), false);
    var oneWay = new LinkEnds(link.b(), link.a(), true);
    return switch (random.nextInt(7)) {
      case 0 -> new LinkDegraded(atPs, random.nextBoolean() ? ends : oneWay,
          1 + random.nextLong(10 * G, link.rateBitsPerSec() - 1), untilPs);
      case 1 -> new LinkLossy(atPs, random.nextBoolean() ? ends : oneWay, new FaultLoss(FaultLoss.Kind.PACKETS, 0.01), untilPs);
      case 2 -> new LinkLossy(atPs, ends, new FaultLoss(FaultLoss.Kind.BITS, 1e-6), untilPs);
      case 3 -> new LinkSilent(atPs, oneWay, untilPs);
      case 4 -> new LinkFlapping(atPs, ends, 2 + random.nextLong(50 * US), 0.4, 1 + random.nextInt(5));
      case 5 -> new NodeDown(atPs, link.b(), untilPs);
      default -> new LinkDown(atPs, ends, untilPs);
    };
  }

  private static void fail(SetupBuilder setup, SplittableRandom random) {
    Topology topology = setup.topology;
    List<Topology.Link> between = topology.links().stream()
        .filter(link -> topology.isSwitch(link.a()) && topology.isSwitch(link.b())).toList();
    if (!between.isEmpty() && random.nextInt(3) == 0) {
      Topology.Link link = between.get(random.nextInt(between.size()));
      long downPs = random.nextLong(200 * US);
      setup.events.add(event(downPs, downPs + 1 + random.nextLong(200 * US), link, random));
      if (random.nextBoolean()) {
        setup.reroute = new RerouteDelays(random.nextLong(20 * US), random.nextLong(50 * US),
            random.nextBoolean() ? Map.of(link.a(), random.nextLong(100 * US)) : Map.of());
      }
    }
  }
}
