package dev.inflight.live.control;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.ForwardingControl;

/**
 * Control that sends at least one packet in each retransmission timeout. Some schemes pace far below that if round trips are long
 * for reasons other than queues, as on a busy machine: an endpoint that waits for a READ response would then conclude that its
 * peer is gone.
 */
public final class LeastPace extends ForwardingControl {
  private static final double PS_PER_SECOND = 1e12;

  private final long leastBitsPerSec;

  /**
   * Creates a lower bound for the pace of a scheme.
   *
   * @param packetBytes largest size of a packet on a link, including the gap behind it
   */
  public LeastPace(CongestionControl scheme, int packetBytes, long lineRateBitsPerSec, long retransmitTimeoutPs) {
    super(scheme);
    double bits = (double) packetBytes * Byte.SIZE;
    leastBitsPerSec = Math.clamp((long) Math.ceil(bits / retransmitTimeoutPs * PS_PER_SECOND), 1, lineRateBitsPerSec);
  }

  @Override
  public long paceBitsPerSec() {
    return Math.max(super.paceBitsPerSec(), leastBitsPerSec);
  }
}
