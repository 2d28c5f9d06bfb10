package dev.inflight.net.link;

/** One end of a flow, as a host finds it: takes the packets that arrive for it. A class, as calls to an only loaded heir cost nothing. */
public abstract class FlowEnd {
  /** Takes a packet of this end's kinds. */
  public abstract void receive(Packet packet);

  /** Application bytes acknowledged so far, up to the first that is missing: known at the sending end, 0 at the other. */
  public long ackedBytes() {
    return 0;
  }
}
