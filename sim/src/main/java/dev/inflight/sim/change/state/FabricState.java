package dev.inflight.sim.change.state;

import org.jspecify.annotations.Nullable;

/** Properties of a fabric that events can change. */
public interface FabricState {
  /** Takes all cables between two nodes down or up. */
  void setLink(LinkEnds ends, boolean up, long nowPs);

  /**
   * Changes the rate of packets that leave over cables.
   *
   * @param rateBitsPerSec rate in bit/s; 0: that of each cable
   * @param announced true if nodes, and the tables of hosts, use this rate for the cables
   */
  void setRate(LinkEnds ends, long rateBitsPerSec, boolean announced);

  /**
   * Changes the rate at which a node sends.
   *
   * @param port its number, from 1; 0 for all
   * @param rateBitsPerSec rate in bit/s; 0: that of each cable
   */
  void setSendRate(int node, int port, long rateBitsPerSec);

  /**
   * Makes cables lose packets in addition to their usual losses; both ends regard the cables as intact.
   *
   * @param loss additional losses; null: none
   */
  void setLoss(LinkEnds ends, @Nullable FaultLoss loss, long nowPs);

  /** Takes a node down or up, and with it all its cables that have not failed by themselves. */
  void setNode(int node, boolean up, long nowPs);

  /**
   * Makes a node pause its peers without end, or ends that.
   *
   * @param port its number, from 1; 0 for all
   */
  void setStorm(int node, int port, int priority, boolean on, long nowPs);

  /**
   * Sets the rate at which a host takes packets from its NICs, or restores that of the link.
   *
   * @param port its number, from 1; 0 for all
   * @param rateBitsPerSec rate in bit/s; 0: that of the link
   * @param bufferBytes bytes that may wait in a NIC before it pauses its peer, or without PFC drops
   */
  void setReceiveRate(int node, int port, long rateBitsPerSec, long bufferBytes, long nowPs);
}
