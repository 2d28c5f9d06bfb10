package dev.inflight.net.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.balance.RoutingRules;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.net.LateLoop;
import dev.inflight.net.event.Event;
import dev.inflight.net.event.EventLoop;
import dev.inflight.net.event.SerializationTime;
import dev.inflight.net.fabric.unloaded.UnloadedPaths;
import dev.inflight.net.host.HostConfig;
import dev.inflight.net.host.HostConfig.Acks;
import dev.inflight.net.host.HostConfig.InBand;
import dev.inflight.net.host.HostConfig.Packets;
import dev.inflight.net.host.HostConfig.Sending;
import dev.inflight.net.host.HostCounters;
import dev.inflight.net.host.Observer;
import dev.inflight.net.host.Sender;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;
import dev.inflight.net.link.Wire;
import dev.inflight.net.nic.UnlimitedNic;
import dev.inflight.net.recovery.GoBackN;
import dev.inflight.net.route.SeededEcmp;
import dev.inflight.net.switching.SwitchConfig;
import dev.inflight.net.switching.SwitchConfig.Buffer;
import dev.inflight.net.switching.SwitchConfig.Marking;
import dev.inflight.net.switching.queue.RoundRobinQueues;
import dev.inflight.net.topology.Topology;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import dev.inflight.telemetry.util.SplitMix;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Parts of a fabric share nothing: two loops on two threads have the same result as one loop. */
class PartsTest {
  private static final long US = 1_000_000;
  private static final long CABLE_PS = 2 * US;
  private static final long RATE = 100_000_000_000L;
  private static final int HOSTS_A_SIDE = 6;

  /** Hosts around two switches, and one cable between those. */
  private static Topology topology() {
    var links = new Topology.Builder();
    int hosts = links.hosts(2 * HOSTS_A_SIDE);
    int switches = links.switches(2);
    for (int host = 0; host < 2 * HOSTS_A_SIDE; host++) {
      links.link(hosts + host, switches + side(host), RATE, US);
    }
    links.link(switches, switches + 1, 2 * RATE, CABLE_PS);
    return links.build();
  }

  private static int side(int node) {
    return node < 2 * HOSTS_A_SIDE ? node / HOSTS_A_SIDE : node - 2 * HOSTS_A_SIDE;
  }

  /** A packet on the cable between two loops. */
  private record Crossing(Packet packet, long arrivalPs) {
  }

  /** A loop, its packets for another, and its record. */
  private static final class Side implements Observer {
    final LateLoop loop = new LateLoop(0, 1);
    final List<Crossing> out = new ArrayList<>();
    final Map<Integer, Long> finishedPs = new TreeMap<>();

    @Override
    public void flowFinished(Sender sender, long nowPs) {
      finishedPs.put(sender.flow().id(), nowPs);
    }
  }

  /** The same fabric and flows, in one part or two. */
  private static final class Divided {
    private final List<Side> sides = new ArrayList<>();
    private final Fabric fabric;

    Divided(int parts) {
      for (int n = 0; n < parts; n++) {
        sides.add(new Side());
      }
      var hosts = new HostConfig(new Packets(Framing.ROCEV2, SerializationTime.EXACT, 1000),
          new InBand(NativeFormat.DEFAULT, 4, null, 0), Acks.EACH,
          new Sending(true, 4000 * US, GoBackN.DEFAULT, UnlimitedNic.DEFAULT));
      var switches = new SwitchConfig(Framing.ROCEV2, new Buffer(600_000, true, 1, 1 << 3),
          new Marking(Map.of(), port -> new SplitMix(1, port)::nextDouble), RoundRobinQueues.DEFAULT);
      fabric = new Fabric(topology(), List.of(hosts), switches, RoutingRules.by(new SeededEcmp(1)), node -> of(node).loop,
          this::wire, this::of);
      var paths = new UnloadedPaths(topology(), Framing.ROCEV2, 1000, NativeFormat.DEFAULT);
      PathFacts path = PathFacts.of(RATE, paths.largestRttPs(), 1000);
      for (int id = 0; id < 60; id++) {
        int from = id * 7 % (2 * HOSTS_A_SIDE);
        int to = (from + 1 + id * 5 % (2 * HOSTS_A_SIDE - 1)) % (2 * HOSTS_A_SIDE);
        long startPs = id / 20 * 30 * US;
        var flow = new Flow(id, from, to, 10_000 + id, 4791, 3, 20_000 + 1013L * id, startPs);
        at(of(from).loop, startPs, () -> fabric.start(flow, Hpcc.DEFAULT.start(path), Hpcc.DEFAULT.pacing(), path, startPs));
      }
    }

    private Side of(int node) {
      return sides.get(side(node) % sides.size());
    }

    private Side of(EventLoop loop) {
      return sides.stream().filter(side -> side.loop == loop).findFirst().orElseThrow();
    }

    private static void at(LateLoop loop, long timePs, Runnable action) {
      var event = new Event() {
        @Override
        public void fire() {
          action.run();
        }
      };
      event.key = Long.MIN_VALUE;
      loop.schedule(event, timePs);
    }

    private Wire wire(Port from, Port to) {
      Side here = of(from.node());
      Side there = of(to.node());
      return new Wire() {
        private long key = to.firstArrivalKey();

        @Override
        public void send(Packet packet, long endPs) {
          packet.at = to;
          packet.key = key++;
          long arrivalPs = endPs + from.delayPs();
          if (here == there) {
            here.loop.schedule(packet, arrivalPs);
          } else {
            here.out.add(new Crossing(packet, arrivalPs));
          }
        }
      };
    }

    /** Runs the sides in parallel, each for as long as the cable between them takes, and hands over the packets. */
    void run() throws Exception {
      var barrier = new CyclicBarrier(sides.size(), this::handOver);
      try (var threads = Executors.newFixedThreadPool(sides.size())) {
        var running = sides.stream().map(side -> threads.submit(() -> {
          rounds(side, barrier);
          return side;
        })).toList();
        for (var each : running) {
          each.get();
        }
      }
    }

    private static void rounds(Side side, CyclicBarrier barrier) throws InterruptedException, BrokenBarrierException {
      for (int round = 1; round <= 1000; round++) {
        side.loop.run(round * CABLE_PS - 1);
        barrier.await();
      }
    }

    private void handOver() {
      for (Side from : sides) {
        Side to = sides.get((sides.indexOf(from) + 1) % sides.size());
        from.out.forEach(crossing -> to.loop.schedule(crossing.packet, crossing.arrivalPs));
        from.out.clear();
      }
    }
  }

  @Test
  void twoLoopsHaveTheResultOfOne() throws Exception {
    var alone = new Divided(1);
    alone.run();
    var divided = new Divided(2);
    divided.run();
    assertThat(alone.fabric.parts()).hasSize(1);
    assertThat(divided.fabric.parts()).hasSize(2);
    var together = new TreeMap<Integer, Long>();
    divided.sides.forEach(side -> together.putAll(side.finishedPs));
    assertThat(alone.sides.getFirst().finishedPs).hasSize(60);
    assertThat(together).isEqualTo(alone.sides.getFirst().finishedPs);
    assertThat(divided.sides).as("each has a share of it").allMatch(side -> side.finishedPs.size() > 10);
    assertThat(divided.fabric.packetsInside()).isZero();
    assertThat(divided.fabric.parts().getFirst().pool().outstanding()).as("packets change parts").isNotZero();
    assertThat(divided.fabric.counters()).usingRecursiveComparison().isEqualTo(alone.fabric.counters());
    assertThat(divided.fabric.counters().acksWithHops).isPositive();
  }

  /** Counters that are added later are summed too. */
  @Test
  void eachCounterIsAddedUp() throws IllegalAccessException {
    var one = new HostCounters();
    var two = new HostCounters();
    var fields = new ArrayList<Field>(List.of(HostCounters.class.getFields()));
    fields.removeIf(field -> Modifier.isStatic(field.getModifiers()));
    for (int n = 0; n < fields.size(); n++) {
      fields.get(n).setLong(one, 100 + n);
      fields.get(n).setLong(two, 1000 + 3 * n);
    }
    HostCounters sum = HostCounters.sum(List.of(one, two));
    for (int n : IntStream.range(0, fields.size()).toArray()) {
      boolean longest = fields.get(n).getName().startsWith("longest");
      assertThat(fields.get(n).getLong(sum)).as(fields.get(n).getName()).isEqualTo(longest ? 1000 + 3 * n : 1100 + 4 * n);
    }
    assertThat(HostCounters.sum(List.of(one))).isSameAs(one);
  }
}
