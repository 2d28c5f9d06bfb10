package dev.inflight.net.balance.adaptive;

import dev.inflight.net.balance.Balancer;
import dev.inflight.net.balance.Draws;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;
import dev.inflight.net.route.Routes;
import org.jspecify.annotations.Nullable;

/** {@link LetFlow} at a switch. */
final class LetFlowBalancer extends Balancer {
  private final Draws draws;
  private final FlowletTable flowlets;

  LetFlowBalancer(LetFlow rules, Routes routes, int node, long seed) {
    super(routes, node);
    draws = new Draws(seed, node);
    flowlets = new FlowletTable(rules.gapPs(), rules.entries(), seed, node);
  }

  @Override
  public @Nullable Port next(Packet packet, Port in) {
    int[] here = routes.nextPorts(packet, node);
    if (here.length < 2 || !isBalanced(packet)) {
      return routes.reroute(packet, node);
    }
    packet.hop++;
    int chosen = flowlets.find(packet);
    if (!isUsable(chosen, here)) {
      chosen = any(here, draws);
      flowlets.take(chosen);
    }
    return port(chosen);
  }
}
