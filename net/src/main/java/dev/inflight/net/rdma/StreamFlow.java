package dev.inflight.net.rdma;

import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Segmentation;
import org.jspecify.annotations.Nullable;

/**
 * One direction of a {@link QueuePairConnection}: a flow of messages that may grow at any time. Only the sending host accesses
 * its messages and its queue pair.
 */
public final class StreamFlow extends Flow {
  private final QueuePairConnection connection;
  private final MessageLog log;
  /** The end that sends this stream, while it exists. */
  @Nullable
  QueuePair queuePair;
  /** The end was created once, and will not be created again. */
  boolean used;

  StreamFlow(QueuePairConnection connection, int id, int source, int destination, int sourcePort, int destinationPort) {
    super(id, connection.id(), source, destination, sourcePort, destinationPort, connection.request().priority(), 0,
        connection.startPs(), connection.request().flowClass());
    this.connection = connection;
    log = new MessageLog(connection.payloadBytes(), connection.isPrepared());
  }

  @Override
  public boolean beginsWithPacket() {
    return false;
  }

  @Override
  public long sizeBytes() {
    return log.endBytes();
  }

  @Override
  public long sequenceOf(long number, int payloadBytes) {
    return log.sequenceOf(number);
  }

  @Override
  public Segmentation layout(int payloadBytes) {
    return log;
  }

  /** Connection of which it is a direction. */
  public QueuePairConnection connection() {
    return connection;
  }

  /** True if it comes from the host that requested the connection. */
  public boolean isForward() {
    return connection.forward() == this;
  }

  /** The other direction. */
  public StreamFlow opposite() {
    return isForward() ? connection.reverse() : connection.forward();
  }

  /**
   * Copies bytes of messages, if those are real, from an offset of the stream on; at the sending host.
   *
   * @return false if their memory is inaccessible, so that the packet must not leave
   */
  public boolean copy(long sequence, byte[] into, int at, int count) {
    return log.at(sequence).copy(sequence, into, at, count);
  }

  /**
   * Handles a packet that cannot leave, because its memory is inaccessible: ends the connection in a separate event.
   *
   * @param sequence byte at which the packet starts
   * @param atPs time of the event, in picoseconds; not before the current event
   */
  public void unreachable(long sequence, long atPs) {
    QueuePair end = queuePair;
    if (end != null) {
      end.unreachable(log.at(sequence).operation, atPs);
    }
  }

  /** Log of its messages; for the sending host. */
  MessageLog log() {
    return log;
  }

  /**
   * A flow as a stream.
   *
   * @throws IllegalStateException if it is none
   */
  static StreamFlow of(Flow flow) {
    if (flow instanceof StreamFlow stream) {
      return stream;
    }
    throw new IllegalStateException(flow + " is no stream of a connection");
  }
}
