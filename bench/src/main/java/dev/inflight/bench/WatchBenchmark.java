package dev.inflight.bench;

import dev.inflight.lab.capture.SeenFormats;
import dev.inflight.livetools.watch.TelemetryCollector;
import dev.inflight.net.codec.FrameCodec;
import dev.inflight.net.codec.frame.FrameRules;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.PacketPool;
import dev.inflight.net.link.Port;
import dev.inflight.net.topology.Star;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.NetworkFacts;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.TelemetryCodec;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.Formats;
import java.util.Arrays;
import java.util.List;
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
 * Cost of a frame in {@code inflight watch}, with 1000 bytes of payload and the telemetry of three hops: the watch reads it, and adds it to
 * the statistics of three of 96 links. The frames of 32 paths are in memory, 3200 of them, so that they are not all in the nearest cache.
 * {@code java -jar bench/target/benchmarks.jar WatchBenchmark -prof gc}; {@code gc.alloc.rate.norm} should be 0 B/op.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = {"-XX:+UseSerialGC", "-XX:+UseCompactObjectHeaders"})
public class WatchBenchmark {
  private static final int HOPS = 3;
  private static final int PATHS = 32;
  private static final int FRAMES = 100 * PATHS;
  private static final int PAYLOAD = 1000;
  private static final int FIRST_NODE = 100;
  private static final long RATE = 100_000_000_000L;
  private static final long STEP_NS = 85;
  private static final long PS_PER_NS = 1000;
  private static final long BYTES_A_STEP = 1062;

  /** All telemetry of frames. */
  @Param({"native", "draft", "int", "ifa", "ioam", "ioam-incremental", "csig", "csig-wide", "pint", "busiest"})
  public String format;

  private final byte[][] frames = new byte[FRAMES][];
  private TelemetryCollector collector;
  private int next;
  private long nowNs;

  /** Creates the frames. */
  @Setup
  public void makeFrames() {
    TelemetryFormat telemetry = Formats.ALL.stream().filter(each -> each.name().equals(format)).findFirst().orElseThrow();
    TelemetryCodec codec = telemetry.in(NetworkFacts.UNKNOWN);
    Framing framing = telemetry.placement().needsIpv6() ? Framing.ROCEV2_IPV6 : Framing.ROCEV2;
    var setup = new SetupBuilder();
    setup.topology = new Star(3, RATE, 1_000_000).build();
    setup.flows.add(0, 2, 3, 100, PAYLOAD, 0);
    Port port = new Simulation(setup.build(), Recorder.NONE).fabric().ports(0).getFirst();
    FrameCodec frameCodec = FrameCodec.of(new FrameRules(framing, PAYLOAD, telemetry, false));
    var flow = new Flow(0, 0, 2, 10_000, 100, 3, (long) FRAMES * PAYLOAD, 0);
    frameCodec.flows().add(flow);
    Packet packet = new PacketPool(codec.bufferBytes(HOPS)).take();
    packet.flow = flow;
    packet.priority = flow.priority();
    packet.payloadBytes = PAYLOAD;
    var stampers = new TelemetryCodec.Stamper[PATHS][HOPS];
    for (int path = 0; path < PATHS; path++) {
      for (int hop = 0; hop < HOPS; hop++) {
        stampers[path][hop] = codec.stamper(new EgressLink(FIRST_NODE + path * HOPS + hop, 1 + path, RATE));
      }
    }
    var snapshot = new PortSnapshot();
    for (int number = 0; number < FRAMES; number++) {
      packet.number = number % (FRAMES - 2) + 1;
      packet.sequence = packet.number * PAYLOAD;
      int bytes = codec.begin(packet.telemetry, 0, PathQuery.UTILIZATION);
      for (int hop = 0; hop < HOPS; hop++) {
        snapshot.at((number * STEP_NS + hop * 1000L) * PS_PER_NS, number * BYTES_A_STEP, number * 331L % 300_000);
        bytes += stampers[number % PATHS][hop].stamp(packet.telemetry, 0, bytes, packet.telemetry.length, snapshot);
      }
      packet.telemetryBytes = (short) bytes;
      packet.sizeBytes = framing.dataBytes(PAYLOAD, bytes, 0);
      int length = frameCodec.encoder().encode(packet, port);
      frames[number] = Arrays.copyOf(frameCodec.encoder().frame(), length);
    }
    collector = new TelemetryCollector(SeenFormats.of(List.of(), null), RATE);
  }

  /** Processes a frame. */
  @Benchmark
  public void take() {
    byte[] frame = frames[next];
    next = next + 1 == FRAMES ? 0 : next + 1;
    nowNs += STEP_NS;
    collector.take(frame, frame.length, frame.length, nowNs);
  }
}
