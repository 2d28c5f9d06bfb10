package dev.inflight.bench;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.cc.scheme.Schemes;
import dev.inflight.telemetry.NetworkFacts;
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
 * Cost of an acknowledgement at its sender: five hops are read from their wire form, the scheme decides, and its window and pace are read.
 * {@code java -jar bench/target/benchmarks.jar AckBenchmark -prof gc}; {@code gc.alloc.rate.norm} should be 0 B/op.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = {"-XX:+UseSerialGC", "-XX:+UseCompactObjectHeaders"})
public class AckBenchmark {
  /** The scheme, with its default parameters. */
  @Param({"hpcc", "hpcc-authors", "hpcc-alpha", "dcqcn", "dcqcn-authors", "timely", "timely-authors", "dctcp", "dctcp-authors",
      "swift", "powertcp", "nscc", "rccc", "fixed-window", "none"})
  public String scheme;
  /** The wire form of its telemetry; not read for a scheme that needs none. */
  @Param({"native", "draft", "int", "ifa", "ioam", "ioam-incremental", "csig", "csig-wide", "pint", "busiest", "authors"})
  public String format;

  private final Feedback facts = new Feedback();
  private AckRing ring;
  private TelemetryCodec codec;
  private boolean readsHops;
  private CongestionControl control;

  /** Starts the flow. */
  @Setup
  public void start() {
    Scheme chosen = Schemes.ALL.stream().filter(one -> one.name().equals(scheme)).findFirst().orElseThrow();
    codec = Formats.ALL.stream().filter(one -> one.name().equals(format)).findFirst().orElseThrow()
        .in(new NetworkFacts((node, port) -> AckRing.rateBitsPerSec(node), 13_000_000, 5));
    ring = new AckRing(codec);
    readsHops = chosen.signals().contains(Signal.HOPS);
    control = chosen.start(PathFacts.of(100_000_000_000L, 13_000_000, 1000));
  }

  /** Processes one acknowledgement. */
  @Benchmark
  public long onAck() {
    TelemetryHeader header = ring.next(facts);
    if (readsHops) {
      header.read(facts.hops);
    }
    return control.onAck(facts) ? control.windowBytes() ^ control.paceBitsPerSec() : 0;
  }
}
