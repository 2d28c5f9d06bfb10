package dev.inflight.live;

import dev.inflight.net.event.Event;
import java.util.List;
import java.util.Set;

/**
 * Has an endpoint's time start again before picoseconds come to their end, after 106 days: at any moment without a connection from the 50th day on. On the
 * 100th, connections that are open are closed as by an application, a minute later what is left of them is aborted, and further ones are granted again.
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
   * One renewal, which the endpoint follows with the next.
   *
   * @param connections the endpoint's, as they are at any time
   */
  Renewal(Endpoint endpoint, Set<Connection> connections) {
    this.endpoint = endpoint;
    this.connections = connections;
  }

  @Override
  public void fire() {
    long nowPs = endpoint.nowPs();
    if (nowPs >= EARLIEST_PS && connections.isEmpty() || closing > Endpoint.CLOSE_SECONDS + 60) {
      endpoint.loop.execute(endpoint::renew); // in its own round, as no event of this one is to run by the new time
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
