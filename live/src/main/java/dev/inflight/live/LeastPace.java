package dev.inflight.live;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.ForwardingControl;
import dev.inflight.cc.PathFacts;

/**
 * A scheme that sends a packet in each retransmission timeout at least. Some schemes pace far below that, where round trips are long for other reasons than
 * queues, as on a busy machine: then the other end, which waits for the answer to a READ, hears nothing for longer than from one that is gone.
 */
final class LeastPace extends ForwardingControl {
  private static final double PS_PER_SECOND = 1e12;

  private final long leastBitsPerSec;

  LeastPace(CongestionControl scheme, PathFacts path, long retransmitTimeoutPs) {
    super(scheme);
    double bits = (double) path.payloadBytes() * Byte.SIZE;
    leastBitsPerSec = Math.clamp((long) Math.ceil(bits / retransmitTimeoutPs * PS_PER_SECOND), 1, path.lineRateBitsPerSec());
  }

  @Override
  public long paceBitsPerSec() {
    return Math.max(super.paceBitsPerSec(), leastBitsPerSec);
  }
}
