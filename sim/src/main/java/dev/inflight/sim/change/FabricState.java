package dev.inflight.sim.change;

/** What events can change of a fabric. */
public interface FabricState {
  /** All cables between two nodes fail or come back. */
  void setLink(LinkEnds ends, boolean up, long nowPs);

  /** A node fails or comes back, and with it all its cables that have not failed by themselves. */
  void setNode(int node, boolean up, long nowPs);
}
