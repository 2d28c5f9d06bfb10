package dev.inflight.net.codec;

import dev.inflight.net.codec.frame.FrameRules;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.PacketPool;
import dev.inflight.net.link.Port;
import dev.inflight.net.rdma.HandshakeMessage;
import dev.inflight.net.rdma.TestStreams;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.report.ReportMac;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A connection with messages of all kinds, and all packets that it can have. */
public final class StreamPackets {
  /** Payload of a full packet. */
  public static final int UNIT = 40;
  /** The key that the messages show, and the first of their addresses. */
  static final int KEY = 0x9E3779B1;
  static final long ADDRESS = 0x7F00_1234_5678L;

  final Port port = TestPorts.of(0, 1);
  final PacketPool pool = new PacketPool(1100);
  public final TestStreams streams = new TestStreams(5, 0, 2, UNIT);

  public StreamPackets() {
    streams.write(ADDRESS, KEY, 2 * UNIT + 7);
    streams.write(ADDRESS + 1, KEY, 1);
    streams.read(ADDRESS + 2, KEY, 2 * UNIT + 9);
    streams.read(ADDRESS + 3, KEY, 5);
    streams.write(ADDRESS + 4, KEY + 1, UNIT);
  }

  /** Makes a codec that has both streams. */
  public FrameCodec codec(Framing framing, @Nullable TelemetryFormat format, boolean sealed) {
    FrameCodec codec = FrameCodec.of(new FrameRules(framing, UNIT, format, sealed));
    codec.flows().add(streams.there());
    codec.flows().add(streams.back());
    return codec;
  }

  /** All packets of both streams, an answer of each kind to each, and all control packets of a connection. */
  public List<Packet> all(FrameRules rules) {
    var packets = new ArrayList<Packet>();
    for (Flow stream : List.of(streams.there(), streams.back())) {
      for (long at = 0; at < stream.sizeBytes(); at = TestStreams.after(stream, at)) {
        Packet data = TestStreams.data(pool, stream, at, rules.framing());
        TestStreams.carrying(data, telemetry(rules.telemetry(), packets.size() % 4, data.telemetry), rules.framing());
        data.ecnMarked = packets.size() % 3 == 0;
        data.afterTimeout = packets.size() % 2 == 0 || data.rdma().last;
        packets.add(data);
        for (Packet.Kind kind : List.of(Packet.Kind.ACK, Packet.Kind.NACK, Packet.Kind.REFUSAL)) {
          packets.add(answer(rules, stream, kind, at, packets.size() % 4));
        }
      }
      packets.add(answer(rules, stream, Packet.Kind.ACK, stream.sizeBytes(), 2));
      packets.add(answer(rules, stream, Packet.Kind.NACK, stream.sizeBytes(), 0));
      Packet named = answer(rules, stream, Packet.Kind.NACK, UNIT, 3); // as in selective repeat
      named.arrivedNumber = lastPacket(stream);
      named.sizeBytes = rules.framing().ackBytes(named.telemetryBytes, true);
      packets.add(named);
    }
    for (HandshakeMessage message : HandshakeMessage.values()) {
      for (Flow stream : List.of(streams.there(), streams.back())) {
        if (ConnectionDatagram.isSentBy(message, stream)) {
          packets.add(TestStreams.control(pool, stream, message, rules.framing()));
        }
      }
    }
    return packets;
  }

  private static long lastPacket(Flow stream) {
    long packets = 0;
    for (long at = 0; at < stream.sizeBytes(); at = TestStreams.after(stream, at)) {
      packets++;
    }
    return packets - 1;
  }

  private Packet answer(FrameRules rules, Flow stream, Packet.Kind kind, long expected, int hops) {
    Packet answer = TestStreams.answer(pool, stream, kind, expected, rules.framing());
    answer.telemetryBytes = (short) telemetry(rules.telemetry(), hops, answer.telemetry);
    if (rules.sealed() && answer.telemetryBytes > 0) {
      new ReportMac(1, 2).seal(answer.telemetry, 0, answer.telemetryBytes, stream.id(), expected, answer.says(), 17);
      answer.telemetryBytes += ReportMac.BYTES;
    }
    answer.ecnMarked = hops % 2 == 1;
    answer.sizeBytes = rules.framing().ackBytes(answer.telemetryBytes);
    return answer;
  }

  private static int telemetry(@Nullable TelemetryFormat format, int hops, byte[] into) {
    if (format == null) {
      return 0;
    }
    int bytes = format.begin(into, 0, PathQuery.UTILIZATION);
    for (int hop = 0; hop < hops; hop++) {
      var now = new PortSnapshot().at(1_000_000 + hop * 1_100_000L, 7919L * (hop + 1), 2000 * hop);
      bytes += format.stamper(new EgressLink(3 + hop, 1, 100_000_000_000L)).stamp(into, 0, bytes, into.length, now);
    }
    return bytes;
  }

  /** The frame of a packet. */
  public byte[] frame(FrameCodec codec, Packet packet) {
    int length = codec.encoder().encode(packet, port);
    return Arrays.copyOf(codec.encoder().frame(), length);
  }
}
