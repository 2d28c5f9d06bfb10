package dev.inflight.net.rdma;

import dev.inflight.net.host.Host;
import dev.inflight.net.link.Flow;
import org.jspecify.annotations.Nullable;

/** A host's communication manager: makes and answers for queue pairs, and knows what memory others may reach. */
public final class ConnectionManager implements Host.ControlHandler {
  private final Host host;
  private final MemoryRegions memory = new MemoryRegions();
  private ConnectionListener acceptor = ConnectionListener.NOBODY;

  public ConnectionManager(Host host) {
    this.host = host;
    host.controlBy(this);
  }

  Host host() {
    return host;
  }

  /** Asks another host for a connection. */
  public QueuePair connect(Connection connection, QueuePairListener listener, long nowPs) {
    var queuePair = new QueuePair(connection, this, listener);
    queuePair.begin(nowPs);
    return queuePair;
  }

  @Override
  public void take(int code, Flow flow, long nowPs) {
    HandshakeMessage message = HandshakeMessage.of(code);
    Connection connection = StreamFlow.connection(flow);
    if (connection == null) {
      throw new IllegalStateException(flow + " is no stream of a connection");
    }
    boolean asked = connection.forward == flow; // by the host at the other end of this stream
    QueuePair queuePair = asked ? connection.acceptor : connection.initiator;
    if (message == HandshakeMessage.DISCONNECT) {
      host.sendControl(HandshakeMessage.DISCONNECTED.ordinal(), asked ? connection.reverse : connection.forward, nowPs);
    }
    if (queuePair != null) {
      queuePair.control(message, nowPs);
    } else if (message == HandshakeMessage.CONNECT && !connection.answered) {
      answer(connection, nowPs);
    }
  }

  private void answer(Connection connection, long nowPs) {
    @Nullable
    QueuePairListener listener = acceptor.accept(connection);
    if (listener == null) {
      host.sendControl(HandshakeMessage.REJECT.ordinal(), connection.reverse, nowPs);
    } else {
      connection.answered = true;
      new QueuePair(connection, this, listener).begin(nowPs);
    }
  }

  /** Who is told of connections that others ask for; nobody at first. */
  public void acceptor(ConnectionListener newAcceptor) {
    acceptor = newAcceptor;
  }

  /** What of this host's memory others may reach. */
  public MemoryRegions memory() {
    return memory;
  }
}
