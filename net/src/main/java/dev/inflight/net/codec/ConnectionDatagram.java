package dev.inflight.net.codec;

import dev.inflight.net.link.Flow;
import dev.inflight.net.rdma.HandshakeMessage;
import dev.inflight.net.rdma.StreamFlow;
import dev.inflight.wire.header.ConnectionHeader;
import dev.inflight.wire.header.Deth;

/** Datagram of each message that opens or closes a connection, from DETH on. Both ends number a connection alike. */
final class ConnectionDatagram {
  /** Bytes of a datagram, its DETH counted. */
  static final int BYTES = Deth.BYTES + ConnectionHeader.DATAGRAM_BYTES;

  private ConnectionDatagram() {
  }

  /** True if the source host of this stream sends such a message. */
  static boolean isSentBy(HandshakeMessage message, Flow along) {
    return along instanceof StreamFlow stream && switch (message) {
      case CONNECT, READY -> stream.isForward();
      case ACCEPT, REJECT -> !stream.isForward();
      case DISCONNECT, DISCONNECTED -> true;
    };
  }

  /**
   * Writes a datagram.
   *
   * @param along the stream from the host that sends this message
   * @param payloadBytes payload of a full packet
   * @return its size, {@link #BYTES}
   */
  static int write(byte[] bytes, int offset, HandshakeMessage message, Flow along, int payloadBytes) {
    int at = offset + Deth.write(bytes, offset, Deth.MANAGEMENT_Q_KEY, Deth.MANAGEMENT_QP);
    ConnectionHeader.write(bytes, at, message.ordinal());
    ConnectionHeader.priority(bytes, at, along.priority());
    ConnectionHeader.queuePairs(bytes, at, message == HandshakeMessage.REJECT ? 0 : along.queuePair(),
        message == HandshakeMessage.CONNECT ? 0 : along.queuePair());
    ConnectionHeader.ports(bytes, at, along.sourcePort(), along.destinationPort());
    ConnectionHeader.payloadBytes(bytes, at, payloadBytes);
    return BYTES;
  }
}
