package dev.inflight.bench;

import dev.inflight.cc.hpcc.HpccAuthors;
import dev.inflight.net.link.Port;
import dev.inflight.net.topology.Topology;
import dev.inflight.net.topology.TopologyGenerator;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.loop.TieOrder;
import dev.inflight.sim.parts.Division;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.Permutation;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Fabric in steady state, in which no flow starts or ends: each host sends endlessly to two others and receives from two. */
final class SteadyFabric {
  /** Size of a flow that never ends within a run. */
  static final long ENDLESS_BYTES = 1L << 50;
  private static final long SETTLED_PS = 200_000_000;

  private final Simulation simulation;
  private final Port[] ports;
  private long nowPs;

  /** Creates a fabric under HPCC: with ties in scheduling order as in the reference profile, otherwise with all defaults. */
  SteadyFabric(TopologyGenerator shape, TieOrder ties) {
    this(shape, ties, setup -> {
    });
  }

  /** Creates a fabric with changes to its setup. */
  SteadyFabric(TopologyGenerator shape, TieOrder ties, Consumer<SetupBuilder> changes) {
    this(shape, ties, changes, 1);
  }

  /** Creates a fabric in parts that run in parallel. */
  SteadyFabric(TopologyGenerator shape, TieOrder ties, Consumer<SetupBuilder> changes, int parts) {
    var setup = new SetupBuilder();
    setup.topology = shape.build();
    setup.ties = ties;
    if (ties == TieOrder.SCHEDULING) {
      setup.likeReference();
      setup.scheme = HpccAuthors.DEFAULT;
    }
    for (int flowsOfHost = 0; flowsOfHost < 2; flowsOfHost++) {
      new Permutation(ENDLESS_BYTES, 0, 3, 100).addTo(setup.flows, setup.topology, setup.seed);
    }
    changes.accept(setup);
    simulation = new Simulation(setup.build(), Recorder.NONE, (from, wire) -> wire, Division.of(setup.topology, parts));
    simulation.runOn(parts, 0);
    ports = ports(setup.topology);
    advance(SETTLED_PS);
  }

  private Port[] ports(Topology topology) {
    return IntStream.range(0, topology.nodeCount()).mapToObj(simulation.fabric()::ports).flatMap(ports -> ports.stream())
        .toArray(Port[]::new);
  }

  /** Simulates a slice of time. */
  void advance(long slicePs) {
    nowPs += slicePs;
    simulation.advance(nowPs);
  }

  /** Packet-hops so far; the call allocates nothing. */
  long packetHops() {
    long sum = 0;
    for (Port port : ports) {
      sum += port.sentFrames();
    }
    return sum;
  }

  /** Simulation of the fabric. */
  Simulation simulation() {
    return simulation;
  }
}
