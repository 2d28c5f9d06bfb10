package dev.inflight.net.link;

import org.jspecify.annotations.Nullable;

/**
 * One end of a flow, as its host finds it: takes the packets that arrive for it, and knows the path of those that it sends. Only its own
 * host touches it. A class, as calls to an only loaded heir cost nothing.
 */
public abstract class FlowEnd {
  private static final Port[] NO_PATH = {};
  /** Says that {@link #path} has to be asked for. */
  protected static final int NO_ROUTE_YET = -1;

  /** The ports that packets from here pass, first the NIC; empty when there is no route. Valid while {@link #routeEpoch} is the routes'. */
  public Port[] path = NO_PATH;
  /** Version of the routes that {@link #path} belongs to; {@link #NO_ROUTE_YET} before it was first asked for. */
  public int routeEpoch = NO_ROUTE_YET;
  /** The paths by source port, as far as they were asked for; none while one does. */
  public Port @Nullable [] @Nullable [] pathsByPort;
  /** Version of the routes that {@link #pathsByPort} belong to. */
  public int pathsEpoch;
  /** Which of the flow's source ports its packets have from now on; at the receiving end that of the packet answered last. */
  public byte entropy;

  /** Takes a packet of this end's kinds. */
  public abstract void receive(Packet packet);

  /** The number of the first packet that the receiver misses, as far as this end knows: what 24 bits on the wire are widened by. */
  public abstract long expectedNumber();

  /** The number of the next probe that this end sends, as far as it sends any. */
  public long probes() {
    return 0;
  }
}
