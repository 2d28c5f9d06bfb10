package dev.inflight.net.nic;

import dev.inflight.net.link.LinkObserver;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;

/** Host side of a NIC, which receives its reports. */
public abstract class NicOwner {
  /** Receives a packet that has arrived. */
  public abstract void receive(Packet packet, Nic in);

  /** Makes a PFC frame to send. */
  public abstract Packet pauseFrame(Packet.Kind pauseOrResume, int priority, long nowPs);

  /** Called when a NIC loses a packet: the host reports it and returns it to the pool. */
  public abstract void drop(Port port, Packet packet, LinkObserver.Loss why, long nowPs);
}
