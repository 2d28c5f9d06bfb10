package dev.inflight.net.host;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Pacing;
import dev.inflight.cc.PathFacts;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Packet;
import dev.inflight.net.recovery.RecoverySender;

/**
 * A sender that hands its NIC several segments at a time (segmentation offload). New data wait until the window has room for a
 * burst: the least of the largest burst allowed, an eighth of the window, and the remaining data, as in operating systems.
 * Retransmissions do not wait. Segments of a burst leave back to back; the next burst follows after their time at the flow's
 * pace.
 */
final class BurstingSender extends Sender {
  private static final int SHARE_OF_WINDOW = 8;

  private final long burstBytes;
  private final int segmentBytes;
  private long leftBytes;
  private long beganPs;
  private long gapsPs;

  BurstingSender(Flow flow, Host host, CongestionControl control, Pacing pacing, PathFacts path, long nowPs) {
    super(flow, host, control, pacing, path, SendPolicy.FLOW, nowPs);
    burstBytes = rules.config.burstBytes();
    segmentBytes = rules.config.packets().payloadBytes();
  }

  @Override
  public Packet nextPacket(long startPs) {
    if (!inBurst) {
      leftBytes = Math.min(burstBytes, windowBytes - recovery.inflightBytes());
      beganPs = startPs;
      gapsPs = 0;
      inBurst = true;
    }
    Packet packet = super.nextPacket(startPs);
    leftBytes -= packet.payloadBytes;
    gapsPs += nextSendPs - startPs;
    if (leftBytes > 0 && usedBytes < windowBytes) {
      nextSendPs = startPs;
    } else {
      nextSendPs = startPs;
      endBurst();
      usedBytes = usedNow();
    }
    return packet;
  }

  @Override
  long usedNow() {
    long used = super.usedNow();
    if (inBurst || used == RecoverySender.NOTHING || recovery.next() < recovery.highestSentBytes()) {
      return used;
    }
    long burst = Math.min(Math.min(burstBytes, windowBytes / SHARE_OF_WINDOW), flow.sizeBytes() - recovery.next());
    return used + Math.max(0, burst - segmentBytes);
  }

  @Override
  void obey(long nowPs) {
    super.obey(nowPs);
    if (inBurst && usedBytes >= windowBytes) {
      endBurst();
    }
    usedBytes = usedNow();
  }

  @Override
  public void timedOut(long nowPs) {
    if (inBurst) {
      endBurst();
    }
    super.timedOut(nowPs);
  }

  /** Ends the burst; its unsent part waits for the next one. */
  private void endBurst() {
    inBurst = false;
    nextSendPs = Math.max(beganPs + gapsPs, nextSendPs);
  }
}
