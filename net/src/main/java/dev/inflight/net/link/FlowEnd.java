package dev.inflight.net.link;

import org.jspecify.annotations.Nullable;

/**
 * One end of a flow at its host: receives its packets, and has the path of those that it sends. Only its own host accesses it. A
 * class, because calls to its only loaded subclass cost nothing.
 */
public abstract class FlowEnd {
  private static final Port[] NO_PATH = {};
  /** Version of {@link #path} before its first use. */
  protected static final int NO_ROUTE_YET = -1;

  /** The ports on the path of sent packets, first the NIC; empty without a route. Valid while {@link #routeEpoch} is current. */
  public Port[] path = NO_PATH;
  /** Version of the routes that {@link #path} belongs to; {@link #NO_ROUTE_YET} before its first use. */
  public int routeEpoch = NO_ROUTE_YET;
  /** The paths by source port, as far as they were used; null while one suffices. */
  public Port @Nullable [] @Nullable [] pathsByPort;
  /** Version of the routes that {@link #pathsByPort} belong to. */
  public int pathsEpoch;
  /** Index of the source port of its next packets among the flow's; at the receiving end, of the packet answered last. */
  public byte entropy;

  /** Processes a packet of this end's kinds. */
  public abstract void receive(Packet packet);

  /**
   * Number of the first packet that the receiver lacks, as far as this end knows: the base for extending the 24 bits on the wire.
   */
  public abstract long expectedNumber();

  /** The number of the next probe, at ends that send probes. */
  public long probes() {
    return 0;
  }
}
