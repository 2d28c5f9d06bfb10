package dev.inflight.net.fabric;

import dev.inflight.net.event.Timer;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;

/**
 * Endless pause frames of a port: a broken NIC or switch (HPCC §1, case 1). A pause lasts at most 65535 quanta of 512 bit times
 * (IEEE 802.1Qbb), so the port repeats it at that interval.
 */
final class PauseStorm extends Timer {
  private static final long BITS = 65_535L * 512;
  private static final double PS_PER_SEC = 1e12;

  private final Port port;
  private final long periodPs;

  /** Makes the storms of a port, without one so far. */
  PauseStorm(Port port) {
    super(port.loop(), port);
    this.port = port;
    periodPs = (long) Math.ceil(BITS * PS_PER_SEC / port.rateBitsPerSec());
  }

  /**
   * Starts or ends the pause of a priority. Afterwards the peer may send, unless the packets of the port's node keep it paused.
   */
  void set(int priority, boolean on, long nowPs) {
    int bit = 1 << priority;
    boolean was = (port.stormingPriorities & bit) != 0;
    if (on == was) {
      return;
    }
    port.stormingPriorities ^= bit;
    if (on) {
      port.sendPauseFrame(Packet.Kind.PAUSE, priority, nowPs);
      if (!isSet()) {
        set(nowPs + periodPs);
      }
    } else if (!port.isPausing(priority)) {
      port.sendPauseFrame(Packet.Kind.RESUME, priority, nowPs);
    }
    if (port.stormingPriorities == 0) {
      cancel();
    }
  }

  @Override
  protected void fired(long nowPs) {
    for (int priority = 1; priority < Packet.PRIORITIES; priority++) {
      if ((port.stormingPriorities >> priority & 1) != 0) {
        port.sendPauseFrame(Packet.Kind.PAUSE, priority, nowPs);
      }
    }
    set(nowPs + periodPs);
  }
}
