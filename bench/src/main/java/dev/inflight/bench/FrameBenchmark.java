package dev.inflight.bench;

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
import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.TelemetryFormat;
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
 * Cost of encoding a packet of 1000 bytes of payload and the telemetry of five hops as a frame, and of decoding it. {@code java -jar
 * bench/target/benchmarks.jar FrameBenchmark -prof gc}; {@code gc.alloc.rate.norm} should be 0 B/op.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = {"-XX:+UseSerialGC", "-XX:+UseCompactObjectHeaders"})
public class FrameBenchmark {
  private static final int HOPS = 5;
  private static final int PAYLOAD = 1000;
  private static final int PACKETS = 1000;

  /** IPv4 or IPv6. */
  @Param({"ROCEV2", "ROCEV2_IPV6"})
  public Framing framing;

  private FrameCodec codec;
  private Port port;
  private Packet packet;
  private int number;

  /** Creates a network, a flow in it, and a packet that five switches have stamped. */
  @Setup
  public void makePacket() {
    TelemetryFormat format = Formats.ALL.getFirst();
    var setup = new SetupBuilder();
    setup.topology = new Star(3, 100_000_000_000L, 1_000_000).build();
    setup.flows.add(0, 2, 3, 100, PAYLOAD, 0);
    port = new Simulation(setup.build(), Recorder.NONE).fabric().ports(0).getFirst();
    var flow = new Flow(0, 0, 2, 10_000, 100, 3, PACKETS * PAYLOAD, 0);
    codec = FrameCodec.of(new FrameRules(framing, PAYLOAD, format, false));
    codec.flows().add(flow);
    packet = new PacketPool(format.bufferBytes(HOPS)).take();
    packet.flow = flow;
    packet.priority = flow.priority();
    packet.payloadBytes = PAYLOAD;
    packet.sequence = PAYLOAD;
    packet.number = 1;
    int bytes = format.begin(packet.telemetry, 0, PathQuery.UTILIZATION);
    var snapshot = new PortSnapshot();
    for (int hop = 0; hop < HOPS; hop++) {
      snapshot.nowPs = hop * 1_100_000L;
      snapshot.sentBytes = hop * 7919L;
      snapshot.queueBytes = hop * 1048L;
      bytes += format.stamper(new EgressLink(hop + 1, 1, 100_000_000_000L)).stamp(packet.telemetry, 0, bytes,
          packet.telemetry.length, snapshot);
    }
    packet.telemetryBytes = (short) bytes;
    packet.sizeBytes = framing.dataBytes(PAYLOAD, bytes, 0);
  }

  /** Encodes and decodes the packet. */
  @Benchmark
  public Packet encodeAndDecode() {
    int length = encode();
    DecodeStatus outcome = codec.decoder().decode(codec.encoder().frame(), 0, length, packet);
    if (outcome != DecodeStatus.READ) {
      throw new IllegalStateException(outcome + ": " + codec.decoder().problem());
    }
    return packet;
  }

  /** Encodes the packet. */
  @Benchmark
  public int encode() {
    number = number % (PACKETS - 2) + 1;
    packet.sequence = (long) number * PAYLOAD;
    packet.number = number;
    return codec.encoder().encode(packet, port);
  }
}
