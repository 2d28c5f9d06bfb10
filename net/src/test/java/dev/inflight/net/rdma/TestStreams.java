package dev.inflight.net.rdma;

import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.PacketPool;
import java.util.Objects;

/** A connection without hosts: its two streams and their messages, set by hand. */
public final class TestStreams {
  private final QueuePairConnection connection;

  /** A connection from one host to another in priority 3; the stream back has the next number. */
  public TestStreams(int id, int from, int to, int payloadBytes) {
    var request = new QueuePairConnection.Request(from, to, 10_000, 4000, 3);
    connection = new QueuePairConnection(id, request, payloadBytes, 0);
  }

  /** The stream of the requesting host. */
  public Flow there() {
    return connection.forward();
  }

  /** The stream of the other host. */
  public Flow back() {
    return connection.reverse();
  }

  /** Adds a WRITE to the stream of the requesting host. */
  public Message write(long address, int key, long bytes) {
    return append(there(), Message.of(new Operation(0, Operation.Kind.WRITE, bytes, address, key)));
  }

  /** Puts a READ's request there, and its answer on the stream back, which is returned. */
  public Message read(long address, int key, long bytes) {
    Message request = append(there(), Message.of(new Operation(0, Operation.Kind.READ, bytes, address, key)));
    return append(back(), Message.response(bytes, request.serial() + 1));
  }

  private static Message append(Flow stream, Message message) {
    log(stream).append(message);
    return message;
  }

  /** The packet of a stream that starts at a byte, without telemetry. */
  public static Packet data(PacketPool pool, Flow stream, long sequence, Framing framing) {
    Packet packet = pool.take();
    packet.kind = Packet.Kind.DATA;
    packet.flow = stream;
    packet.priority = stream.priority();
    packet.sequence = sequence;
    log(stream).fill(packet, sequence);
    packet.telemetryBytes = 0;
    packet.ecnMarked = false;
    packet.afterTimeout = false;
    carrying(packet, 0, framing);
    return packet;
  }

  /** Gives a data packet this much telemetry. */
  public static void carrying(Packet packet, int telemetryBytes, Framing framing) {
    Flow stream = Objects.requireNonNull(packet.flow);
    int extended = log(stream).extendedBytes(packet, framing);
    packet.telemetryBytes = (short) telemetryBytes;
    packet.sizeBytes = framing.dataBytes(packet.payloadBytes, telemetryBytes, extended);
  }

  /** An answer to a stream's packets, without telemetry: ACK, NACK or REFUSAL. */
  public static Packet answer(PacketPool pool, Flow stream, Packet.Kind kind, long expected, Framing framing) {
    Packet packet = pool.take();
    packet.becomeCnp(stream, framing.ackBytes(0), 0);
    packet.kind = kind;
    packet.priority = stream.priority();
    packet.sequence = expected;
    packet.arrivedNumber = Packet.NO_NUMBER;
    if (stream instanceof StreamFlow) {
      packet.number = log(stream).numberOf(expected);
      packet.rdma().completedMessages = completedBy(log(stream), expected);
    }
    return packet;
  }

  /** A control message along a stream. */
  public static Packet control(PacketPool pool, Flow stream, HandshakeMessage message, Framing framing) {
    Packet packet = pool.take();
    packet.becomeControl(message.ordinal(), stream, framing.controlBytes(), 0);
    return packet;
  }

  /** Start of a stream's next packet. */
  public static long after(Flow stream, long sequence) {
    Packet packet = new Packet(0);
    log(stream).fill(packet, sequence);
    return sequence + packet.payloadBytes;
  }

  private static MessageLog log(Flow stream) {
    return StreamFlow.of(stream).log();
  }

  private static long completedBy(MessageLog log, long sequence) {
    return sequence < log.endBytes() ? log.at(sequence).serial() : sequence == 0 ? 0 : log.at(sequence - 1).serial() + 1;
  }
}
