package dev.inflight.bench;

import dev.inflight.telemetry.Formats;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.TelemetryFormat;
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
 * A telemetry header's whole life: the sender begins it, five switches stamp it, the endpoint reads it.
 * {@code java -jar bench/target/benchmarks.jar TelemetryBenchmark -prof gc}; {@code gc.alloc.rate.norm} is to be 0 B/op.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = {"-XX:+UseSerialGC", "-XX:+UseCompactObjectHeaders"})
public class TelemetryBenchmark {
  private static final int HOPS = 5;

  /** The format, with its default parameters. */
  @Param({"native", "authors"})
  public String format;

  private final TelemetryFormat.Stamper[] stampers = new TelemetryFormat.Stamper[HOPS];
  private final Hops hops = new Hops(HOPS);
  private TelemetryFormat codec;
  private byte[] header;
  private long nowPs;
  private long sentBytes;

  /** Makes one stamper a switch. */
  @Setup
  public void makeStampers() {
    codec = Formats.ALL.stream().filter(one -> one.name().equals(format)).findFirst().orElseThrow();
    header = new byte[codec.bufferBytes(HOPS)];
    for (int hop = 0; hop < HOPS; hop++) {
      stampers[hop] = codec.stamper(hop + 1, hop == 0 ? 100_000_000_000L : 400_000_000_000L);
    }
  }

  /** One header. */
  @Benchmark
  public Hops stampAndRead() {
    codec.begin(header, 0);
    nowPs += 84_000;
    sentBytes += 1048;
    for (int hop = 0; hop < HOPS; hop++) {
      long queueBytes = nowPs >>> hop & 0xFFFF;
      stampers[hop].stamp(header, 0, nowPs + hop * 1_100_000L, sentBytes + hop * 7919L, queueBytes);
    }
    codec.read(header, 0, hops);
    return hops;
  }
}
