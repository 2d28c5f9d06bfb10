package dev.inflight.live;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Pacing;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.rival.Swift;
import dev.inflight.live.control.ContainedControl;
import dev.inflight.live.control.HopsOrDelay;
import dev.inflight.live.control.LateHosts;
import dev.inflight.live.control.LeastPace;
import dev.inflight.net.host.Sender;
import dev.inflight.net.link.Flow;
import dev.inflight.net.rdma.Operation;
import dev.inflight.net.rdma.QueuePair;
import dev.inflight.net.rdma.QueuePairListener;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Connection as its queue pair sees it, in the loop's thread. The class makes all calls of the application's code, and catches
 * their exceptions: an exception ends this connection, but never the loop's work for others.
 */
final class ConnectionEnd implements QueuePairListener, dev.inflight.net.rdma.QueuePairConnection.Controls {
  private final Endpoint endpoint;
  private final Connection connection;
  private final ConnectionHandler handler;
  /** Duration of the handshake: a round-trip time if it {@linkplain #isMeasured was not retransmitted}, otherwise longer. */
  private long rttPs;
  private boolean isMeasured;
  private @Nullable QueuePair queuePair;
  private String scheme;
  private @Nullable ContainedControl control;
  private volatile @Nullable Throwable failure;
  private boolean over;

  ConnectionEnd(Endpoint endpoint, Connection connection, ConnectionHandler handler) {
    this.endpoint = endpoint;
    this.connection = connection;
    this.handler = handler;
    scheme = endpoint.schemeName();
  }

  /** Exception of the application; null if there is none. */
  @Nullable
  Throwable failure() {
    return failure;
  }

  /** Current state of the connection. */
  ConnectionSnapshot snapshot(@Nullable QueuePair of) {
    Sender sender = of == null ? null : of.sender();
    ContainedControl decides = control;
    QueuePair.State state = of == null ? QueuePair.State.CONNECTING : of.state();
    int operations = of == null ? 0 : of.incomplete();
    long baseRttPs = endpoint.config().path(rttPs).baseRttPs();
    if (sender == null || decides == null) {
      return new ConnectionSnapshot(over ? QueuePair.State.CLOSED : state, scheme, 0, 0, 0, baseRttPs, 0, 0, 0, 0, 0, 0,
          operations);
    }
    return new ConnectionSnapshot(over ? QueuePair.State.CLOSED : state, scheme, sender.windowBytes(), sender.paceBitsPerSec(),
        sender.inflightBytes(), baseRttPs, decides.lastRttPs(), decides.leastRttPs(), sender.sentBytes(), sender.ackedBytes(),
        sender.stats().retransmittedBytes(), sender.timeoutsInARow(), operations);
  }

  /** Records an exception of the application: its connection ends as soon as the loop has finished its current work. */
  private void failed(Throwable thrown) {
    Throwable before = failure;
    if (before != null) {
      before.addSuppressed(thrown);
      return;
    }
    failure = thrown;
    try {
      handler.failed(connection, thrown);
    } catch (Throwable again) {
      thrown.addSuppressed(again);
    }
    endpoint.execute(connection::abort);
  }

  @Override
  public void connected(QueuePair of, long nowPs) {
    rttPs = nowPs - of.offeredPs();
    isMeasured = of.offers() == 1;
    queuePair = of;
    connection.is(of);
    try {
      handler.connected(connection);
    } catch (Throwable thrown) {
      failed(thrown);
    }
    connection.connected(of, nowPs);
  }

  @Override
  public void completed(QueuePair of, Operation operation, long nowPs) {
    connection.completed(operation);
  }

  @Override
  public int mostMessageBytes() {
    return Math.max(1, endpoint.config().mostMessageBytes());
  }

  @Override
  public void arrived(QueuePair of, long address, byte[] message, long nowPs) {
    if (address != Connection.MESSAGE || failure != null) {
      return;
    }
    try {
      handler.message(connection, message);
    } catch (Throwable thrown) {
      failed(thrown);
      of.abort(nowPs); // now, so that undeliverable data is no longer acknowledged
    }
  }

  @Override
  public void closed(QueuePair of, long nowPs) {
    Operation.Status why = of.failure();
    closed(why == Operation.Status.PENDING ? Operation.Status.FLUSHED : why);
  }

  /**
   * Processes the end of the connection; a second call has no effect.
   *
   * @param why reason why it was not established, if it was not
   */
  void closed(Operation.Status why) {
    if (over) {
      return;
    }
    over = true;
    endpoint.forget(connection);
    connection.notMade(why);
    try {
      handler.closed(connection);
    } catch (Throwable thrown) {
      failed(thrown);
    }
    connection.isGone();
  }

  @Override
  public PathFacts path(Flow stream, long lineRateBitsPerSec) {
    return endpoint.config().path(rttPs);
  }

  @Override
  public CongestionControl start(Flow stream, PathFacts path) {
    EndpointConfig config = endpoint.config();
    var started = ContainedControl.start(this::decide, path, this::failed);
    if (!isMeasured && config.baseRttPs() == 0) {
      started.beginAgain(this::measured);
    }
    control = started;
    return started;
  }

  private CongestionControl decide(PathFacts path) {
    EndpointConfig config = endpoint.config();
    CongestionControl decides = config.scheme().start(path);
    if (config.asksForHops()) {
      decides = new HopsOrDelay(decides, path, this::replaced);
    }
    decides = new LateHosts(decides, path, endpoint.loop::recentLatenessPs);
    return new LeastPace(decides, config.largestPacketBytes(), config.lineRateBitsPerSec(), config.retransmitTimeoutPs());
  }

  /** Path with the round-trip time of a data packet; null while it is ambiguous because of retransmissions. */
  private @Nullable PathFacts measured(long dataRttPs) {
    QueuePair of = queuePair;
    Sender sender = of == null ? null : of.sender();
    if (sender == null || sender.stats().retransmittedBytes() > 0) {
      return null;
    }
    rttPs = dataRttPs;
    isMeasured = true;
    return endpoint.config().path(dataRttPs);
  }

  private void replaced() {
    String configured = scheme;
    scheme = Swift.DEFAULT.name();
    try {
      handler.schemeReplaced(connection, configured, scheme);
    } catch (Throwable thrown) {
      failed(thrown);
    }
  }

  @Override
  public Pacing pacing() {
    try {
      return Objects.requireNonNull(endpoint.config().scheme().pacing(), "the pacing of the scheme is null");
    } catch (Throwable thrown) {
      failed(thrown);
      return Pacing.CURRENT_RATE;
    }
  }
}
