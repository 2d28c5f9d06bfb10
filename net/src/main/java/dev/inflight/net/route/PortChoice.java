package dev.inflight.net.route;

import dev.inflight.net.link.Flow;

/** How a switch, or a host with several NICs, chooses one of several equally short paths for all packets of a flow's direction. */
public interface PortChoice {
  /**
   * The position of the chosen port among {@code ports}.
   *
   * @param ports the next ports, at least one, not to be changed
   * @param forward whether the packet travels as the flow's data does; otherwise, as its answers do
   * @param entropy which of the flow's source ports the packet has
   * @param node where the choice is made
   */
  int choose(int[] ports, Flow flow, boolean forward, int entropy, int node, boolean isHost);

  /** The same over routes, for choices that look further than to the next ports. */
  default PortChoice over(Routes routes) {
    return this;
  }
}
