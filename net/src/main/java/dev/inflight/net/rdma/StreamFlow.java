package dev.inflight.net.rdma;

import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Segmentation;
import org.jspecify.annotations.Nullable;

/** One direction of a connection: a flow whose bytes are messages, and that may always become longer. */
public final class StreamFlow extends Flow {
  private final MessageLog log;
  @Nullable
  public Connection connection;

  StreamFlow(int id, int pairNumber, int source, int destination, int sourcePort, int destinationPort, int group, long startPs,
      int payloadBytes) {
    super(id, pairNumber, source, destination, sourcePort, destinationPort, group, 0, startPs);
    log = new MessageLog(payloadBytes);
  }

  /** The stream of the host that asks for a connection; its number is also the connection's. */
  public static StreamFlow forward(int id, Connection.Request request, long startPs, int payloadBytes) {
    return new StreamFlow(id, id, request.from(), request.to(), request.sourcePort(), request.destinationPort(), request.group(),
        startPs, payloadBytes);
  }

  /** The stream of the host that is asked. */
  public static StreamFlow reverse(int connection, Connection.Request request, long startPs, int payloadBytes) {
    return new StreamFlow(connection + 1, connection, request.to(), request.from(), request.destinationPort(),
        request.sourcePort(),
        request.group(), startPs, payloadBytes);
  }

  @Override
  public long sizeBytes() {
    return log.endBytes();
  }

  @Override
  public boolean startsMessage(long sequence, int payloadBytes) {
    return log.at(sequence).start() == sequence;
  }

  @Override
  public Segmentation layout(int payloadBytes) {
    return log;
  }

  /** The messages of a flow that is a stream. */
  public static @Nullable MessageLog messages(Flow flow) {
    return flow instanceof StreamFlow stream ? stream.log : null;
  }

  /** The messages. */
  public MessageLog log() {
    return log;
  }

  /** The connection that a flow belongs to. */
  public static @Nullable Connection connection(Flow flow) {
    return flow instanceof StreamFlow stream ? stream.connection : null;
  }
}
