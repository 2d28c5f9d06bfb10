package dev.inflight.bench;

import dev.inflight.cc.HpccAuthors;
import dev.inflight.net.Clock;
import dev.inflight.net.EgressPort;
import dev.inflight.net.Framing;
import dev.inflight.net.Topology;
import dev.inflight.net.TopologyShape;
import dev.inflight.sim.Permutation;
import dev.inflight.sim.Recorder;
import dev.inflight.sim.Setup;
import dev.inflight.sim.TieOrder;
import dev.inflight.sim.Simulation;
import dev.inflight.telemetry.AuthorsFormat;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** A fabric in which no flow starts or ends: each host sends to two others and receives from two, endlessly, and has done so for a while. */
final class SteadyFabric {
  /** The size of a flow that no run sees end. */
  static final long ENDLESS_BYTES = 1L << 50;
  private static final long SETTLED_PS = 200_000_000;

  private final Simulation simulation;
  private final EgressPort[] ports;
  private long nowPs;

  /** A fabric under HPCC: with ties in scheduling order as in the reference profile, otherwise with all defaults. */
  SteadyFabric(TopologyShape shape, TieOrder ties) {
    this(shape, ties, setup -> {
    });
  }

  /** The same with changes. */
  SteadyFabric(TopologyShape shape, TieOrder ties, Consumer<Setup> changes) {
    var setup = new Setup();
    setup.topology = shape.build();
    setup.ties = ties;
    if (ties == TieOrder.SCHEDULING) {
      setup.framing = Framing.REFERENCE;
      setup.telemetry = AuthorsFormat.DEFAULT;
      setup.clock = Clock.AUTHORS;
      setup.scheme = HpccAuthors.DEFAULT;
    }
    for (int flowsOfHost = 0; flowsOfHost < 2; flowsOfHost++) {
      new Permutation(ENDLESS_BYTES, 0, 3, 100).addTo(setup.flows, setup.topology, setup.seed);
    }
    changes.accept(setup);
    simulation = new Simulation(setup, Recorder.NONE);
    ports = ports(setup.topology);
    advance(SETTLED_PS);
  }

  private EgressPort[] ports(Topology topology) {
    return IntStream.range(0, topology.nodeCount()).mapToObj(simulation.fabric()::ports).flatMap(ports -> ports.stream())
        .toArray(EgressPort[]::new);
  }

  /** Simulates a slice of time. */
  void advance(long slicePs) {
    nowPs += slicePs;
    simulation.advance(nowPs);
  }

  /** Packet-hops so far; asking allocates nothing. */
  long packetHops() {
    long sum = 0;
    for (EgressPort port : ports) {
      sum += port.sentFrames();
    }
    return sum;
  }

  /** The simulation. */
  Simulation simulation() {
    return simulation;
  }
}
