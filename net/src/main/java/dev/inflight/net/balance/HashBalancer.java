package dev.inflight.net.balance;

import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;
import dev.inflight.net.route.Routes;
import org.jspecify.annotations.Nullable;

/** The way of the hash: for packets with a path of older routes, or without one. */
public final class HashBalancer extends Balancer {
  /** Makes the balancer of a switch. */
  public HashBalancer(Routes routes, int node) {
    super(routes, node);
  }

  @Override
  public @Nullable Port next(Packet packet, Port in) {
    return routes.reroute(packet, node);
  }
}
