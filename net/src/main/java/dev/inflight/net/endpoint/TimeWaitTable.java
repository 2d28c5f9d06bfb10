package dev.inflight.net.endpoint;

import dev.inflight.net.event.Event;
import dev.inflight.net.event.EventLoop;
import dev.inflight.net.rdma.QueuePairConnection;
import dev.inflight.net.rdma.ConnectionManager;
import java.util.ArrayDeque;
import java.util.function.Consumer;

/**
 * Ended connections, kept as long as late messages of them may arrive: each copy of a message that ends one needs an answer, and
 * a late copy of a request for one must not make it again. That is twice the time in which a message is retransmitted, and ten
 * seconds at least. If there are too many of them, the oldest expire before their time.
 */
final class TimeWaitTable extends Event implements ConnectionManager.Aftermath {
  private static final int RETRANSMISSIONS = 32;
  private static final long LEAST_PS = 10_000_000_000_000L;
  private static final int MOST = 1 << 16;

  private final EventLoop loop;
  private final long waitPs;
  private final Consumer<QueuePairConnection> forget;
  private final ArrayDeque<Over> over = new ArrayDeque<>();
  private boolean scheduled;

  private record Over(QueuePairConnection connection, long untilPs) {
  }

  /**
   * Makes an empty table.
   *
   * @param retransmitTimeoutPs after which a message is sent again, in picoseconds
   * @param forget called when a connection expires; a second call has no effect
   */
  TimeWaitTable(EventLoop loop, long retransmitTimeoutPs, Consumer<QueuePairConnection> forget) {
    this.loop = loop;
    this.forget = forget;
    waitPs = Math.max(LEAST_PS, RETRANSMISSIONS * Math.min(retransmitTimeoutPs, Long.MAX_VALUE / RETRANSMISSIONS / 2));
    key = Long.MAX_VALUE - 5; // behind the traffic of its instant
  }

  @Override
  public void refused(QueuePairConnection connection) {
    forget.accept(connection);
  }

  @Override
  public void over(QueuePairConnection connection, long nowPs) {
    connection.forward().sender = null; // late answers have no receiver
    connection.reverse().sender = null;
    over.add(new Over(connection, nowPs + waitPs));
    if (over.size() > MOST) {
      forget.accept(over.remove().connection);
    }
    if (!scheduled) {
      scheduled = true;
      loop.schedule(this, over.getFirst().untilPs);
    }
  }

  @Override
  public void fire() {
    while (!over.isEmpty() && over.getFirst().untilPs <= timePs) {
      forget.accept(over.remove().connection);
    }
    scheduled = !over.isEmpty();
    if (scheduled) {
      loop.schedule(this, over.getFirst().untilPs);
    }
  }
}
