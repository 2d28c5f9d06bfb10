package dev.inflight.net.codec.tcp;

import dev.inflight.net.codec.FrameCodec;
import dev.inflight.net.codec.TestPorts;
import dev.inflight.net.codec.frame.FrameRules;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.FlowEnd;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.PacketPool;
import dev.inflight.net.link.Port;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.report.ReportMac;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Packets of a TCP flow from host 0 to host 2, and its codec. */
public final class TcpPackets {
  public static final int UNIT = 16;
  private static final long RATE = 100_000_000_000L;

  public final Flow flow;
  final FrameRules rules;
  final FrameCodec codec;
  private final PacketPool pool = new PacketPool(1100);
  private final Port port = TestPorts.of(0, 1);

  public TcpPackets(Framing framing, @Nullable TelemetryFormat format, boolean sealed, long sizeBytes) {
    this(framing, format, sealed, UNIT, new Flow(5, 0, 2, 10_000, 100, 3, sizeBytes, 0));
  }

  /** Packets of this flow. */
  public TcpPackets(Framing framing, @Nullable TelemetryFormat format, boolean sealed, int unit, Flow flow) {
    this.flow = flow;
    rules = new FrameRules(framing, unit, format, sealed);
    codec = FrameCodec.of(rules);
    codec.flows().add(flow);
  }

  /** Makes an end of the flow with this state. */
  static FlowEnd end(long expectedNumber, long probes) {
    return new FlowEnd() {
      @Override
      public void receive(Packet packet) {
        throw new AssertionError("nothing is delivered here");
      }

      @Override
      public long expectedNumber() {
        return expectedNumber;
      }

      @Override
      public long probes() {
        return probes;
      }
    };
  }

  Packet empty() {
    return pool.take();
  }

  private Packet packet(Packet.Kind kind, long sequence) {
    Packet packet = pool.take();
    packet.becomeProbe(flow, 0, 0);
    packet.kind = kind;
    packet.sequence = sequence;
    packet.arrivedNumber = Packet.NO_NUMBER;
    packet.sentPs = 123_456_789_000_000L;
    return packet;
  }

  public Packet data(long sequence) {
    return data(sequence, -1);
  }

  /** A segment with telemetry of this many hops; with none if the number is negative. */
  Packet data(long sequence, int hops) {
    Packet packet = packet(Packet.Kind.DATA, sequence);
    packet.number = sequence / rules.payloadBytes();
    packet.payloadBytes = (int) Math.min(rules.payloadBytes(), flow.sizeBytes() - sequence);
    packet.telemetryBytes = (short) (hops < 0 ? 0 : telemetry(hops, packet.telemetry));
    Framing framing = rules.framing();
    packet.sizeBytes = framing.dataBytes(packet.payloadBytes, packet.telemetryBytes, framing.markerBytes(packet.telemetryBytes));
    return packet;
  }

  /** An acknowledgement with blocks, each given as two offsets. */
  public Packet ack(long sequence, long... edges) {
    return returning(sequence, -1, edges);
  }

  /** The same with telemetry of this many hops; with none if the number is negative. */
  Packet returning(long sequence, int hops, long... edges) {
    Packet packet = packet(Packet.Kind.ACK, sequence);
    packet.number = flow.numberOf(sequence, rules.payloadBytes());
    packet.sack().clear();
    for (int edge = 0; edge < edges.length; edge += 2) {
      packet.sack().add(edges[edge], edges[edge + 1]);
    }
    if (hops >= 0) {
      report(packet, hops);
    }
    packet.sizeBytes = rules.framing().sackBytes(packet.telemetryBytes, edges.length / 2);
    return packet;
  }

  public Packet probe(long number, int hops) {
    Packet packet = packet(Packet.Kind.PROBE, 0);
    packet.number = number;
    packet.telemetryBytes = (short) telemetry(hops, packet.telemetry);
    packet.sizeBytes = rules.framing().probeBytes(packet.telemetryBytes);
    return packet;
  }

  public Packet answer(long sequence, long number, int hops) {
    Packet packet = packet(Packet.Kind.NOTIFICATION, sequence);
    packet.number = flow.numberOf(sequence, rules.payloadBytes());
    packet.arrivedNumber = number;
    packet.code = Packet.OF_PROBE;
    report(packet, hops);
    packet.sizeBytes = rules.framing().notificationBytes(packet.telemetryBytes);
    return packet;
  }

  private void report(Packet packet, int hops) {
    packet.telemetryBytes = (short) telemetry(hops, packet.telemetry);
    if (rules.sealed() && packet.telemetryBytes > 0) {
      new ReportMac(1, 2).seal(packet.telemetry, 0, packet.telemetryBytes, flow.id(), packet.sequence, packet.says(), 17);
      packet.telemetryBytes += ReportMac.BYTES;
    }
  }

  private int telemetry(int hops, byte[] into) {
    TelemetryFormat format = rules.telemetry();
    if (format == null) {
      return 0;
    }
    int bytes = format.begin(into, 0, PathQuery.UTILIZATION);
    for (int hop = 0; hop < hops; hop++) {
      var now = new PortSnapshot().at(1_000_000 + hop * 1_100_000L, 7919L * (hop + 1), 2000L * hop);
      now.hopLimit = Packet.FIRST_HOP_LIMIT - 1 - hop;
      bytes += format.stamper(new EgressLink(3 + hop, 1, RATE)).stamp(into, 0, bytes, into.length, now);
    }
    return bytes;
  }

  /** One of each kind; of a flow of 100 packets or more. */
  public List<Packet> all() {
    int unit = rules.payloadBytes();
    Packet marked = ack(4L * unit);
    marked.ecnMarked = true;
    return List.of(data(0), data(flow.sizeBytes() - 1 - (flow.sizeBytes() - 1) % unit), ack(3L * unit), marked,
        ack(2L * unit, 8L * unit, 10L * unit, 4L * unit, 6L * unit, 12L * unit, 13L * unit), ack(flow.sizeBytes()), probe(9, 2),
        answer(7L * unit, 9, 2), data(5L * unit, 2), returning(2L * unit, 2, 8L * unit, 10L * unit));
  }

  /** Any packet that the flow can have. */
  Packet any(SplittableRandom random) {
    int unit = rules.payloadBytes();
    long packets = flow.sizeBytes() / unit;
    long at = random.nextLong(packets - 20) * unit;
    Packet packet = switch (random.nextInt(4)) {
      case 0 -> data(random.nextInt(8) == 0 ? packets * unit : at, random.nextInt(-1, 4));
      case 1 -> {
        long[] edges = new long[2 * random.nextInt(4)];
        for (int edge = 0; edge < edges.length; edge++) {
          edges[edge] = at + (3L * edge + 1 + random.nextInt(3)) * unit;
        }
        yield returning(at, random.nextInt(-1, 4), edges);
      }
      case 2 -> probe(random.nextInt(1 << 30), random.nextInt(4));
      default -> answer(random.nextInt(8) == 0 ? flow.sizeBytes() : at, random.nextInt(1 << 30), random.nextInt(4));
    };
    packet.ecnMarked = random.nextBoolean();
    packet.hop = (short) random.nextInt(6);
    packet.priority = (byte) random.nextInt(8);
    packet.sentPs = random.nextLong(1L << 60);
    return packet;
  }

  public byte[] frame(Packet packet) {
    int length = codec.encoder().encode(packet, port);
    return Arrays.copyOf(codec.encoder().frame(), length);
  }
}
