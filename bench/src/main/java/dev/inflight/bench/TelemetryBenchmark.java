package dev.inflight.bench;

import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.NetworkFacts;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.TelemetryCodec;
import dev.inflight.telemetry.TelemetryHeader;
import dev.inflight.telemetry.format.Formats;
import java.util.concurrent.TimeUnit;
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
 * Cost of a telemetry header: the sender starts it, five switches stamp it, the endpoint reads it. {@code java -jar
 * bench/target/benchmarks.jar TelemetryBenchmark -prof gc}; {@code gc.alloc.rate.norm} should be 0 B/op.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = {"-XX:+UseSerialGC", "-XX:+UseCompactObjectHeaders"})
public class TelemetryBenchmark {
  private static final int HOPS = 5;
  private static final long RATE_BITS_PER_SEC = 100_000_000_000L;

  /** The format, with its default parameters. */
  @Param({"native", "draft", "int", "ifa", "ioam", "ioam-incremental", "csig", "csig-wide", "pint", "busiest", "authors"})
  public String format;

  private final TelemetryCodec.Stamper[] stampers = new TelemetryCodec.Stamper[HOPS];
  private final Hops hops = new Hops(HOPS);
  private TelemetryCodec codec;
  private final PortSnapshot snapshot = new PortSnapshot();
  private TelemetryHeader header;
  private long nowPs;
  private long sentBytes;

  /** Creates a stamper for each switch. */
  @Setup
  public void makeStampers() {
    codec = Formats.ALL.stream().filter(one -> one.name().equals(format)).findFirst().orElseThrow()
        .in(new NetworkFacts((node, port) -> RATE_BITS_PER_SEC, 13_000_000, HOPS));
    header = new TelemetryHeader(codec, HOPS);
    for (int hop = 0; hop < HOPS; hop++) {
      stampers[hop] = codec.stamper(new EgressLink(hop + 1, 2, RATE_BITS_PER_SEC));
    }
  }

  /** Processes one header. */
  @Benchmark
  public Hops stampAndRead() {
    header.begin(PathQuery.UTILIZATION);
    nowPs += 84_000;
    sentBytes += 1048;
    for (int hop = 0; hop < HOPS; hop++) {
      long queueBytes = nowPs >>> hop & 0xFFFF;
      header.stamp(stampers[hop], snapshot.at(nowPs + hop * 1_100_000L, sentBytes + hop * 7919L, queueBytes));
    }
    header.read(hops);
    return hops;
  }
}
