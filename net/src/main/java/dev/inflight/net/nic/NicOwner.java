package dev.inflight.net.nic;

import dev.inflight.net.link.LinkObserver;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;

/** What a NIC tells its host. */
public abstract class NicOwner {
  public abstract void receive(Packet packet, Nic in);

  public abstract void lose(Port port, Packet packet, LinkObserver.Loss why, long nowPs);
}
