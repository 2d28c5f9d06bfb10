package dev.inflight.live;

import dev.inflight.net.event.Event;
import java.util.List;
import java.util.Set;

/**
 * Event that restarts an endpoint's time before picoseconds overflow, after 106 days. From the 50th day on, it does so at any
 * moment without connections. On the 100th day it closes open connections as an application would. A minute later it aborts the
 * remaining ones, and the endpoint grants new ones again.
 */
final class Renewal extends Event {
  private static final long SECOND_PS = 1_000_000_000_000L;
  private static final long DAY_PS = 86_400 * SECOND_PS;
  private static final long EARLIEST_PS = 50 * DAY_PS;
  private static final long LATEST_PS = 100 * DAY_PS;
  private static final long LOOK_PS = 60 * SECOND_PS;

  private final Endpoint endpoint;
  private final Set<Connection> connections;
  private int closing;

  /**
   * Creates one restart; the endpoint schedules the next one after it.
   *
   * @param connections live view of the endpoint's connections
   */
  Renewal(Endpoint endpoint, Set<Connection> connections) {
    this.endpoint = endpoint;
    this.connections = connections;
  }

  @Override
  public void fire() {
    long nowPs = endpoint.nowPs();
    if (nowPs >= EARLIEST_PS && connections.isEmpty() || closing > Endpoint.CLOSE_SECONDS + 60) {
      endpoint.loop.execute(endpoint::renew); // in its own round, so that no event of this round uses the new time
      return;
    }
    if (nowPs < LATEST_PS) {
      endpoint.loop.schedule(this, nowPs + LOOK_PS);
      return;
    }
    endpoint.grantNone();
    if (closing++ == 0) {
      List.copyOf(connections).forEach(Connection::close);
    } else if (closing == 60) {
      List.copyOf(connections).forEach(Connection::abort);
    }
    endpoint.loop.schedule(this, nowPs + SECOND_PS);
  }
}
