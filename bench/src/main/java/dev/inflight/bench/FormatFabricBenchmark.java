package dev.inflight.bench;

import dev.inflight.net.link.Framing;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.sim.loop.TieOrder;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.Formats;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Cost of a telemetry format in the simulator: packet-hops a second of a leaf-spine fabric under HPCC, warm. {@code java -jar
 * bench/target/benchmarks.jar FormatFabricBenchmark}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 4, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(value = 1, jvmArgsAppend = {"-XX:+UseSerialGC", "-XX:+UseCompactObjectHeaders", "-Xmx512m"})
public class FormatFabricBenchmark {
  private static final long SLICE_PS = 10_000_000;

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
