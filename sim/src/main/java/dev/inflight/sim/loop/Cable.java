package dev.inflight.sim.loop;

import dev.inflight.net.event.EventLoop;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;
import dev.inflight.net.link.Wire;

/** One direction of a cable in virtual time: a packet arrives a fixed time after its last bit has left. */
public final class Cable implements Wire {
  private final EventLoop loop;
  private final Port to;
  private final long delayPs;
  private final long portFactor;
  private long nextKey;
  private long fingerprint;

  public Cable(EventLoop loop, Port from, Port to) {
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
  public long fingerprint() {
    return fingerprint;
  }
}
