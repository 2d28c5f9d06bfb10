package dev.inflight.bench;

import dev.inflight.net.link.Framing;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.sim.loop.TieOrder;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.Formats;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Cost of a telemetry format in the simulator: packet-hops a second of a leaf-spine fabric under HPCC, warm. {@code java -jar
 * bench/target/benchmarks.jar FormatFabricBenchmark}.
 */
public class FormatFabricBenchmark extends SteadyBenchmark {
  /** The format, with its default parameters. */
  @Param({"native", "draft", "int", "ifa", "ioam", "ioam-incremental", "csig", "csig-wide", "pint", "busiest"})
  public String format;

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
    TelemetryFormat chosen = Formats.ALL.stream().filter(one -> one.name().equals(format)).findFirst().orElseThrow();
    fabric = new SteadyFabric(LeafSpine.DEFAULT, TieOrder.PORT, setup -> {
      setup.telemetry = chosen;
      setup.framing = chosen.placement().needsIpv6() ? Framing.ROCEV2_IPV6 : Framing.ROCEV2;
    });
  }

  /** Simulates one slice of time. */
  @Benchmark
  public void advance(Counters counters) {
    long before = fabric.packetHops();
    fabric.advance(SLICE_PS);
    counters.packetHops += fabric.packetHops() - before;
  }
}
