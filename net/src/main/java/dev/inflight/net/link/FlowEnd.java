package dev.inflight.net.link;

import org.jspecify.annotations.Nullable;

/**
 * One end of a flow at its host: takes the packets that arrive for it, and has the path of those that it sends. Only its own host accesses
 * it. A class, as calls to its only loaded subclass cost nothing.
 */
public abstract class FlowEnd {
  private static final Port[] NO_PATH = {};
  /** Version of {@link #path} before its first use. */
  protected static final int NO_ROUTE_YET = -1;

  /** The ports that packets from here pass, first the NIC; empty when there is no route. Valid while {@link #routeEpoch} is the routes'. */
  public Port[] path = NO_PATH;
  /** Version of the routes that {@link #path} belongs to; {@link #NO_ROUTE_YET} before its first use. */
  public int routeEpoch = NO_ROUTE_YET;
  /** The paths by source port, as far as they were used; null while one suffices. */
  public Port @Nullable [] @Nullable [] pathsByPort;
  /** Version of the routes that {@link #pathsByPort} belong to. */
  public int pathsEpoch;
  /** Index of the source port of its packets from now on, among the flow's; at the receiving end that of the packet answered last. */
  public byte entropy;

  /** Takes a packet of this end's kinds. */
  public abstract void receive(Packet packet);

  /**
   * Number of the first packet that the receiver misses, as far as this end has a report: the base from which 24 bits on the wire are
   * extended.
   */
  public abstract long expectedNumber();

  /** The number of the next probe that this end sends, as far as it sends any. */
  public long probes() {
    return 0;
  }
}
