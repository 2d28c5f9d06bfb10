package dev.inflight.net.switching;

import dev.inflight.net.link.Packet;
import dev.inflight.net.switching.admission.DynamicThresholdRule;

/**
 * A switch's packet memory without pauses of senders: the switch drops a packet if its output queue exceeds a multiple of the
 * free memory (HPCC §5.3, footnote 6: at a multiple of one, one port can use half of the memory). Ingress ports do not matter.
 */
public final class DynamicThreshold extends Admission {
  private final long bufferBytes;
  private final double alpha;
  private long heldBytes;
  private long peakBytes;

  /**
   * An empty memory.
   *
   * @param bufferBytes all of it
   * @param alpha the multiple, above 0
   */
  public DynamicThreshold(long bufferBytes, double alpha) {
    this.bufferBytes = bufferBytes;
    this.alpha = alpha;
  }

  @Override
  boolean enter(Packet packet, SwitchPort in, SwitchPort out) {
    return admit(out.queueBytes(packet.priority), packet.sizeBytes);
  }

  @Override
  boolean enterOwn(Packet packet, SwitchPort out) {
    return admit(out.queueBytes(packet.priority), packet.sizeBytes);
  }

  @Override
  void leave(Packet packet, long nowPs) {
    release(packet.sizeBytes);
  }

  @Override
  boolean countsQueues() {
    return true;
  }

  /** Requests room for a packet of a queue with this many bytes; false if it is dropped. */
  public boolean admit(long queueBytes, int size) {
    long free = bufferBytes - heldBytes;
    if (size > free || !DynamicThresholdRule.isWithin(queueBytes, alpha, free)) {
      return false;
    }
    heldBytes += size;
    peakBytes = Math.max(peakBytes, heldBytes);
    return true;
  }

  /** Releases room. */
  public void release(int size) {
    heldBytes -= size;
  }

  @Override
  public long heldBytes() {
    return heldBytes;
  }

  @Override
  long peakBytes() {
    return peakBytes;
  }
}
