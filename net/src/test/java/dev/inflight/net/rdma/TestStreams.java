package dev.inflight.net.rdma;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Pacing;
import dev.inflight.cc.PathFacts;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.PacketPool;
import java.util.Objects;

/** A connection without hosts: its two streams and what messages stand on them, put there by hand. */
public final class TestStreams {
  private static final Connection.Controls NO_CONTROLS = new Connection.Controls() {
    @Override
    public PathFacts path(Flow stream, long lineRateBitsPerSec) {
      throw new AssertionError("nothing is sent here");
    }

    @Override
    public CongestionControl start(PathFacts path) {
      throw new AssertionError("nothing is sent here");
    }

    @Override
    public Pacing pacing() {
      throw new AssertionError("nothing is sent here");
    }
  };

  private final Connection connection;

  /** A connection from one host to another in priority group 3; the stream back has the next number. */
  public TestStreams(int id, int from, int to, int payloadBytes) {
    var request = new Connection.Request(from, to, 10_000, 4000, 3);
    StreamFlow forward = StreamFlow.forward(id, request, 0, payloadBytes);
    StreamFlow reverse = StreamFlow.reverse(id, request, 0, payloadBytes);
    connection = new Connection(forward, reverse, NO_CONTROLS);
    forward.connection = connection;
    reverse.connection = connection;
  }

  /** The stream of the host that asks. */
  public Flow there() {
    return connection.forward();
  }

  /** The stream of the host that is asked. */
  public Flow back() {
    return connection.reverse();
  }

  /** Puts a WRITE on the stream of the host that asks. */
  public Message write(long address, int key, long bytes) {
    return append(there(), Message.of(new Operation(0, Operation.Kind.WRITE, bytes, address, key)));
  }

  /** Puts a READ's request there, and its answer on the stream back, which is returned. */
  public Message read(long address, int key, long bytes) {
    Message request = append(there(), Message.of(new Operation(0, Operation.Kind.READ, bytes, address, key)));
    return append(back(), Message.responseTo(request));
  }

  private static Message append(Flow stream, Message message) {
    log(stream).append(message);
    return message;
  }

  /** The packet of a stream that begins at a byte, without telemetry. */
  public static Packet data(PacketPool pool, Flow stream, long sequence, Framing framing) {
    Packet packet = pool.take();
    packet.kind = Packet.Kind.DATA;
    packet.flow = stream;
    packet.group = stream.group();
    packet.sequence = sequence;
    packet.payloadBytes = log(stream).payloadAt(sequence);
    packet.telemetryBytes = 0;
    packet.ecnMarked = false;
    packet.afterTimeout = false;
    carrying(packet, 0, framing);
    return packet;
  }

  /** Gives a data packet this much telemetry. */
  public static void carrying(Packet packet, int telemetryBytes, Framing framing) {
    Flow stream = Objects.requireNonNull(packet.flow);
    int extended = log(stream).at(packet.sequence).extendedBytes(packet.sequence, packet.payloadBytes, framing);
    packet.telemetryBytes = (short) telemetryBytes;
    packet.sizeBytes = framing.dataBytes(packet.payloadBytes, telemetryBytes, extended);
  }

  /** An answer to a stream's packets, without telemetry: ACK, NACK or REFUSAL. */
  public static Packet answer(PacketPool pool, Flow stream, Packet.Kind kind, long expected, Framing framing) {
    Packet packet = pool.take();
    packet.becomeCnp(stream, framing.ackBytes(0), 0);
    packet.kind = kind;
    packet.group = stream.group();
    packet.sequence = expected;
    return packet;
  }

  /** A control message along a stream. */
  public static Packet control(PacketPool pool, Flow stream, HandshakeMessage message, Framing framing) {
    Packet packet = pool.take();
    packet.becomeControl(message.ordinal(), stream, framing.controlBytes(), 0);
    return packet;
  }

  /** Where a stream's next packet begins. */
  public static long after(Flow stream, long sequence) {
    return sequence + log(stream).payloadAt(sequence);
  }

  private static MessageLog log(Flow stream) {
    return Objects.requireNonNull(StreamFlow.messages(stream));
  }
}
