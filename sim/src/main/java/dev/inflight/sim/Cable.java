package dev.inflight.sim;

import dev.inflight.net.EgressPort;
import dev.inflight.net.EventLoop;
import dev.inflight.net.Packet;
import dev.inflight.net.Wire;

/** One direction of a cable in virtual time: a packet arrives a fixed time after its last bit has left. */
final class Cable implements Wire {
  private final EventLoop loop;
  private final EgressPort to;
  private final long delayPs;
  private final long portFactor;
  private long nextKey;
  private long fingerprint;

  Cable(EventLoop loop, EgressPort from, EgressPort to) {
    this.loop = loop;
    this.to = to;
    delayPs = from.delayPs();
    nextKey = to.firstArrivalKey();
    portFactor = Fingerprint.portFactor(to.index());
  }

  @Override
  public void send(Packet packet, long endPs) {
    long arrivalPs = endPs + delayPs;
    packet.at = to;
    packet.key = nextKey++;
    fingerprint += Fingerprint.hop(portFactor, arrivalPs, packet);
    loop.schedule(packet, arrivalPs);
  }

  /** The sum over its packets. */
  long fingerprint() {
    return fingerprint;
  }
}
