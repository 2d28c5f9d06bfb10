package dev.inflight.net.host;

import dev.inflight.net.link.Flow;

/** Takes what another host says to make or end a connection; a host without one lets it pass. */
public interface ControlHandler {
  /** Takes a message that came along a stream. */
  void take(int message, Flow along, long nowPs);
}
