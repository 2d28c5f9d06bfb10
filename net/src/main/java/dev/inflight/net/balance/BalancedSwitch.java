package dev.inflight.net.balance;

import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;

/** Operations of a switch that its {@link Balancer} uses. */
public interface BalancedSwitch {
  /** A packet with any values in its fields. */
  Packet takePacket();

  /** Takes back a packet that ends here, and that has not entered the switch's memory. */
  void end(Packet packet);

  /**
   * Sends a packet of a flow that the balancer has made.
   *
   * @return false when it was dropped, for lack of room or of a route
   */
  boolean originate(Packet packet, long nowPs);

  /** Sends a packet that {@link Balancer#keeps the balancer kept}, behind all packets that wait at a port. */
  void resume(Packet packet, Port out, long nowPs);
}
