package dev.inflight.net.route;

import dev.inflight.net.link.Flow;

/** A choice by a hash over addresses and ports (ECMP): each next port is as likely. */
public interface EcmpHash extends PortChoice {
  /** Returns a number that is the same for all packets of a flow's direction at a node; its remainder chooses the next port. */
  int hash(int source, int destination, int sourcePort, int destinationPort, int node, boolean isHost);

  /** The hash of a packet of a flow's direction. */
  default int hash(Flow flow, boolean forward, int entropy, int node, boolean isHost) {
    return forward
        ? hash(flow.source(), flow.destination(), flow.sourcePort(entropy), flow.destinationPort(), node, isHost)
        : hash(flow.destination(), flow.source(), flow.destinationPort(), flow.sourcePort(entropy), node, isHost);
  }

  @Override
  default int choose(int[] ports, Flow flow, boolean forward, int entropy, int node, boolean isHost) {
    return ports.length == 1 ? 0 : Integer.remainderUnsigned(hash(flow, forward, entropy, node, isHost), ports.length);
  }
}
