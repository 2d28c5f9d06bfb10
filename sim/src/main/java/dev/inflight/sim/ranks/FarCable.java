package dev.inflight.sim.ranks;

import dev.inflight.net.link.Packet;
import dev.inflight.net.link.PacketPool;
import dev.inflight.net.link.Port;
import dev.inflight.net.link.Wire;
import dev.inflight.sim.loop.Fingerprint;

/** One direction of a cable to a port in another process. */
final class FarCable implements Wire {
  private final PacketBatch departures;
  private final PacketPool pool;
  private final int to;
  private final long delayPs;
  private final long portFactor;
  private long nextKey;
  private long fingerprint;

  /**
   * Makes a cable.
   *
   * @param pool gets the packets back after they are copied
   * @param to the number of the port at its other end
   */
  FarCable(PacketBatch departures, PacketPool pool, Port from, int to) {
    this.departures = departures;
    this.pool = pool;
    this.to = to;
    delayPs = from.delayPs();
    nextKey = Port.firstArrivalKey(to);
    portFactor = Fingerprint.portFactor(to);
  }

  @Override
  public void send(Packet packet, long endPs) {
    packet.timePs = endPs + delayPs;
    packet.key = nextKey++;
    fingerprint += Fingerprint.hop(portFactor, packet.timePs, packet);
    departures.add(packet, to);
    pool.release(packet);
  }

  /** The sum over its packets. */
  long fingerprint() {
    return fingerprint;
  }
}
