package dev.inflight.net.codec;

import dev.inflight.net.link.Flow;
import dev.inflight.net.rdma.Connection;
import dev.inflight.net.rdma.HandshakeMessage;
import dev.inflight.net.rdma.StreamFlow;
import dev.inflight.wire.cm.CmAddresses;
import dev.inflight.wire.cm.CmMessage;
import dev.inflight.wire.cm.CmReject;
import dev.inflight.wire.cm.CmReply;
import dev.inflight.wire.cm.CmRequest;
import dev.inflight.wire.cm.Mad;
import dev.inflight.wire.header.Deth;

import org.jspecify.annotations.Nullable;

/**
 * What a host's communication manager sends for each control message, from DETH on. All of it follows from the connection and the
 * network's rules: both ends number a connection by its queue pairs, begin with packet 0, and ask for an IP service, the connection's
 * destination port.
 */
final class CmDatagram {
  /** Bytes of a datagram, its DETH counted. */
  static final int BYTES = Deth.BYTES + Mad.DATAGRAM_BYTES;

  /** READs that each end answers, and asks for, at once. */
  private static final int READS_AT_ONCE = 16;
  /** Timeouts in a row before a queue pair fails. */
  private static final int RETRIES = 7;
  private static final int WITHOUT_END = 7;
  private static final int CM_RETRIES = 15;
  /** 4.3 s, as hosts usually have it. */
  private static final int CM_TIMEOUT = 20;
  /** 67 ms, as hosts usually have it. */
  private static final int ACK_TIMEOUT = 14;
  private static final int HOP_LIMIT = 64;
  private static final int DSCP_SHIFT = 5;
  /** The upper 16 bits of the lower half of an IPv4-mapped IPv6 address, which are ones, and their place. */
  private static final long MAPPED = 0xFFFFL << 32;

  private final FrameRules rules;

  CmDatagram(FrameRules rules) {
    this.rules = rules;
  }

  /** The control message that an attribute stands for, or none. */
  static @Nullable HandshakeMessage messageOf(int attribute) {
    return switch (attribute) {
      case CmMessage.REQ -> HandshakeMessage.CONNECT;
      case CmMessage.REP -> HandshakeMessage.ACCEPT;
      case CmMessage.RTU -> HandshakeMessage.READY;
      case CmMessage.REJ -> HandshakeMessage.REJECT;
      case CmMessage.DREQ -> HandshakeMessage.DISCONNECT;
      case CmMessage.DREP -> HandshakeMessage.DISCONNECTED;
      default -> null;
    };
  }

  /** The communication manager's number of a control message. */
  private static int attributeOf(HandshakeMessage message) {
    return switch (message) {
      case CONNECT -> CmMessage.REQ;
      case ACCEPT -> CmMessage.REP;
      case READY -> CmMessage.RTU;
      case REJECT -> CmMessage.REJ;
      case DISCONNECT -> CmMessage.DREQ;
      case DISCONNECTED -> CmMessage.DREP;
    };
  }

  /** Whether the host from which this stream comes is the one that says so. */
  static boolean isSaidBy(HandshakeMessage message, Flow along) {
    Connection connection = StreamFlow.connection(along);
    return connection != null && switch (message) {
      case CONNECT, READY -> connection.forward() == along;
      case ACCEPT, REJECT -> connection.reverse() == along;
      case DISCONNECT, DISCONNECTED -> true;
    };
  }

  /**
   * Writes a datagram.
   *
   * @param along the stream that comes from the host which says this
   * @return its size, {@link #BYTES}
   */
  int write(byte[] bytes, int offset, HandshakeMessage message, Flow along) {
    int mad = offset + Deth.write(bytes, offset, Deth.MANAGEMENT_Q_KEY, Deth.MANAGEMENT_QP);
    int at = mad + Mad.write(bytes, mad, CmMessage.CLASS, CmMessage.CLASS_VERSION, Mad.SEND);
    int queuePair = along.queuePair();
    boolean ends = message == HandshakeMessage.DISCONNECT || message == HandshakeMessage.DISCONNECTED;
    Mad.transactionId(bytes, mad, (ends ? 2L : 1L) << Integer.SIZE | queuePair);
    Mad.attributeId(bytes, mad, attributeOf(message));
    CmMessage.write(bytes, at, message == HandshakeMessage.REJECT ? 0 : queuePair,
        message == HandshakeMessage.CONNECT ? 0 : queuePair);
    switch (message) {
      case CONNECT -> request(bytes, at, along);
      case ACCEPT -> {
        CmReply.write(bytes, at, queuePair, FrameAddresses.guid(along.source()));
        CmReply.depths(bytes, at, READS_AT_ONCE, READS_AT_ONCE);
        CmReply.rnrRetries(bytes, at, WITHOUT_END);
      }
      case REJECT -> CmReject.write(bytes, at, CmReject.INVALID_SERVICE_ID);
      case DISCONNECT -> CmMessage.remoteQp(bytes, at, queuePair);
      case READY, DISCONNECTED -> {
        // The communication IDs are all that they have.
      }
    }
    return BYTES;
  }

  private void request(byte[] bytes, int at, Flow along) {
    CmRequest.write(bytes, at, CmAddresses.serviceId(along.destinationPort()), FrameAddresses.guid(along.source()),
        along.queuePair());
    CmRequest.depths(bytes, at, READS_AT_ONCE, READS_AT_ONCE);
    CmRequest.answers(bytes, at, CM_TIMEOUT, CM_RETRIES);
    CmRequest.retries(bytes, at, RETRIES, WITHOUT_END);
    CmRequest.pathMtuBytes(bytes, at, rules.payloadBytes());
    CmRequest.path(bytes, at, along.group() << DSCP_SHIFT, HOP_LIMIT, along.group());
    CmRequest.ackTimeout(bytes, at, ACK_TIMEOUT);
    CmAddresses.write(bytes, at, rules.ipv6() ? 6 : 4, along.sourcePort());
    if (rules.ipv6()) {
      long high = FrameAddresses.IPV6_PREFIX;
      long local = FrameAddresses.ipv6Low(along.source());
      long remote = FrameAddresses.ipv6Low(along.destination());
      CmRequest.localGid(bytes, at, high, local);
      CmRequest.remoteGid(bytes, at, high, remote);
      CmAddresses.source(bytes, at, high, local);
      CmAddresses.destination(bytes, at, high, remote);
    } else {
      long local = FrameAddresses.ipv4(along.source()); // 10.0.0.0/8: never negative
      long remote = FrameAddresses.ipv4(along.destination());
      CmRequest.localGid(bytes, at, 0, MAPPED | local);
      CmRequest.remoteGid(bytes, at, 0, MAPPED | remote);
      CmAddresses.source(bytes, at, 0, local);
      CmAddresses.destination(bytes, at, 0, remote);
    }
  }
}
