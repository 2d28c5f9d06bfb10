package dev.inflight.net.balance;

import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;
import dev.inflight.net.route.Routes;
import org.jspecify.annotations.Nullable;

/** Chooses by hash for packets without a path, or with a path of older routes. */
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
