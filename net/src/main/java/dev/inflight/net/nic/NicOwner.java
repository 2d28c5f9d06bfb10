package dev.inflight.net.nic;

import dev.inflight.net.link.LinkObserver;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;

/** Receives the reports of a NIC, for its host. */
public abstract class NicOwner {
  /** Takes a packet that has arrived. */
  public abstract void receive(Packet packet, Nic in);

  /** Makes a PFC frame to send. */
  public abstract Packet pauseFrame(Packet.Kind pauseOrResume, int priority, long nowPs);

  /** Called when a packet was lost at a NIC: the host reports it and returns it to the pool. */
  public abstract void drop(Port port, Packet packet, LinkObserver.Loss why, long nowPs);
}
