package dev.inflight.net;

/** What a NIC tells its host. */
abstract class NicOwner {
  abstract void receive(Packet packet, Nic in);

  abstract void lose(EgressPort port, Packet packet, LinkObserver.Loss why, long nowPs);
}
