package dev.inflight.bench;

import dev.inflight.net.topology.FatTree;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.net.topology.TopologyGenerator;
import dev.inflight.sim.loop.TieOrder;
import java.util.List;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Speed of a fabric in steady state: an operation is 10 us of simulated time, and the line {@code packetHops} is the result, packet-hops
 * per second. {@code java -jar bench/target/benchmarks.jar FabricBenchmark -prof gc}: {@code gc.alloc.rate.norm} is bytes per operation,
 * and one in the fat-tree is 300,000 packet-hops; it should be nearly 0 (the harness itself allocates a few kilobytes an iteration).
 */
public class FabricBenchmark extends SteadyBenchmark {
  /** The topology: 32 hosts, or the 320 of the paper. */
  @Param({"leaf-spine", "fat-tree"})
  public String topology;
  /** The order of simultaneous events; in scheduling order with the rest of the reference profile. */
  @Param({"PORT", "SCHEDULING"})
  public TieOrder ties;

  private SteadyFabric fabric;

  /** Counter of packets times links crossed. */
  @AuxCounters
  @State(Scope.Thread)
  public static class Counters {
    /** Packet-hops in this iteration. */
    public long packetHops;
  }

  /** Starts the flows and lets them settle. */
  @Setup
  public void settle() {
    TopologyGenerator shape = List.<TopologyGenerator>of(LeafSpine.DEFAULT, FatTree.DEFAULT).stream()
        .filter(one -> one.name().equals(topology)).findFirst().orElseThrow();
    fabric = new SteadyFabric(shape, ties);
  }

  /** Simulates one slice of time. */
  @Benchmark
  public void advance(Counters counters) {
    long before = fabric.packetHops();
    fabric.advance(SLICE_PS);
    counters.packetHops += fabric.packetHops() - before;
  }
}
