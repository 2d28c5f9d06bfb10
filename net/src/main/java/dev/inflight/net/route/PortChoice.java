package dev.inflight.net.route;

import dev.inflight.net.link.Flow;

/** Choice of a switch or multi-NIC host among several equally short paths, for all packets of a flow's direction. */
public interface PortChoice {
  /**
   * The position of the chosen port among {@code ports}.
   *
   * @param ports the next ports, at least one, not to be changed
   * @param forward true if the packet travels in the direction of the flow's data; false for answers
   * @param entropy index of the packet's source port among the flow's
   * @param node node that chooses
   */
  int choose(int[] ports, Flow flow, boolean forward, int entropy, int node, boolean isHost);

  /** Returns this choice over routes, for choices that consider more than the next ports. */
  default PortChoice over(Routes routes) {
    return this;
  }
}
