package dev.inflight.net.rdma;

import dev.inflight.net.host.Host;
import dev.inflight.net.link.Flow;
import dev.inflight.net.rdma.memory.ArrivingBytes;
import dev.inflight.net.rdma.memory.MemoryRegions;
import org.jspecify.annotations.Nullable;

/** A host's communication manager: makes queue pairs, answers requests for them, and holds its memory regions. */
public final class ConnectionManager implements Host.ControlHandler {
  private final Host host;
  private MemoryRegions memory = new MemoryRegions();
  private @Nullable ArrivingBytes arriving;
  private ConnectionListener acceptor = ConnectionListener.NONE;
  private Aftermath aftermath = new Aftermath() {
  };

  /** Receives closed connections. */
  public interface Aftermath {
    /** Called after the local end is destroyed; messages of the other end may still arrive, and need answers. */
    default void over(QueuePairConnection connection, long nowPs) {
    }

    /** Called after a refusal, without a local end; a repeated request gets another answer. */
    default void refused(QueuePairConnection connection) {
    }
  }

  public ConnectionManager(Host host) {
    this.host = host;
  }

  Host host() {
    return host;
  }

  /** Requests a connection from another host. */
  public QueuePair connect(QueuePairConnection connection, QueuePairConnection.Controls controls, QueuePairListener listener,
      long nowPs) {
    return begin(connection.forward(), controls, listener, nowPs);
  }

  /**
   * Opens a {@linkplain QueuePairConnection#isPrepared prepared} connection: operations start at once, and the first packet
   * creates the other end.
   */
  @Override
  public boolean open(Flow along, long nowPs) {
    StreamFlow arriving = StreamFlow.of(along);
    StreamFlow out = arriving.opposite();
    if (!arriving.connection().isPrepared() || out.used) {
      return false;
    }
    answer(out, nowPs);
    return out.queuePair != null;
  }

  private QueuePair begin(StreamFlow out, QueuePairConnection.Controls controls, QueuePairListener listener, long nowPs) {
    var queuePair = new QueuePair(out, this, controls, listener);
    out.queuePair = queuePair;
    out.used = true;
    queuePair.begin(nowPs);
    return queuePair;
  }

  @Override
  public void take(int code, Flow along, long nowPs) {
    HandshakeMessage message = HandshakeMessage.of(code);
    StreamFlow out = StreamFlow.of(along).opposite(); // that of this end
    QueuePair queuePair = out.queuePair;
    if (message == HandshakeMessage.DISCONNECT) {
      host.sendControl(HandshakeMessage.DISCONNECTED.ordinal(), out, nowPs);
    }
    if (queuePair != null) {
      queuePair.control(message, nowPs);
    } else if (message == HandshakeMessage.CONNECT && !out.used) {
      answer(out, nowPs);
    }
  }

  private void answer(StreamFlow out, long nowPs) {
    ConnectionListener.Acceptance how = acceptor.accept(out.connection());
    if (how == null) {
      host.sendControl(HandshakeMessage.REJECT.ordinal(), out, nowPs);
      aftermath.refused(out.connection());
    } else {
      begin(out, how.controls(), how.listener(), nowPs);
    }
  }

  /** Called when the end that sent a stream is destroyed. */
  void gone(StreamFlow out, long nowPs) {
    out.queuePair = null;
    aftermath.over(out.connection(), nowPs);
  }

  /** The listener to connections that are over; none at first. */
  public void aftermath(Aftermath newAftermath) {
    aftermath = newAftermath;
  }

  /** The listener to requests for connections; none at first. */
  public void acceptor(ConnectionListener newAcceptor) {
    acceptor = newAcceptor;
  }

  /** Sets the destination of packets' bytes, before the first connection; without it no bytes move. */
  public void moveBytes(ArrivingBytes where) {
    arriving = where;
  }

  @Nullable
  ArrivingBytes arriving() {
    return arriving;
  }

  /** Opens this memory to others, before the first connection. */
  public void memory(MemoryRegions regions) {
    memory = regions;
  }

  /** Memory of this host that others may access. */
  public MemoryRegions memory() {
    return memory;
  }
}
