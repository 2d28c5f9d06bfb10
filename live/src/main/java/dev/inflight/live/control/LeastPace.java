package dev.inflight.live.control;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.ForwardingControl;

/**
 * A scheme that sends a packet in each retransmission timeout at least. Some schemes pace far below that, where round trips are long for other reasons than
 * queues, as on a busy machine: then the other end, which waits for the answer to a READ, gets nothing for longer than from one that is gone.
 */
public final class LeastPace extends ForwardingControl {
  private static final double PS_PER_SECOND = 1e12;

  private final long leastBitsPerSec;

  /**
   * A floor below a scheme.
   *
   * @param packetBytes that a packet takes of a link at most, with the gap behind it
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
