package dev.inflight.net.switching;

import dev.inflight.net.link.Packet;
import dev.inflight.net.switching.admission.DynamicThresholdRule;
import dev.inflight.net.switching.pfc.BufferProfiles;

/**
 * A switch's packet memory without pauses of senders: the switch drops a packet if its output queue exceeds a multiple of the
 * free memory (HPCC §5.3, footnote 6: at a multiple of one, one port can use half of the memory). Ingress ports do not matter.
 */
public final class DynamicThreshold extends Admission {
  private final long bufferBytes;
  private final double[] alphas;
  private long heldBytes;
  private long peakBytes;

  /**
   * An empty memory with one multiple for all priorities.
   *
   * @param bufferBytes all of it
   * @param alpha the multiple, above 0
   */
  public DynamicThreshold(long bufferBytes, double alpha) {
    this(bufferBytes, BufferProfiles.NONE.alphas(alpha));
  }

  /**
   * An empty memory.
   *
   * @param bufferBytes all of it
   * @param alphas the multiples by priority, above 0
   */
  public DynamicThreshold(long bufferBytes, double[] alphas) {
    this.bufferBytes = bufferBytes;
    this.alphas = alphas;
  }

  private boolean admits(Packet packet, SwitchPort out) {
    return admit(packet.priority, out.queueBytes(packet.priority), packet.sizeBytes);
  }

  @Override
  boolean enter(Packet packet, SwitchPort in, SwitchPort out) {
    return admits(packet, out);
  }

  @Override
  boolean enterOwn(Packet packet, SwitchPort out) {
    return admits(packet, out);
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
    return admit(0, queueBytes, size);
  }

  /** Requests room for a packet of a priority. */
  boolean admit(int priority, long queueBytes, int size) {
    long free = bufferBytes - heldBytes;
    if (size > free || !DynamicThresholdRule.isWithin(queueBytes, alphas[priority], free)) {
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
  long leastThresholdBytes(long occupiedBytes) {
    double least = Double.MAX_VALUE;
    for (double alpha : alphas) {
      least = Math.min(least, alpha);
    }
    return (long) (least * Math.max(0, bufferBytes - occupiedBytes));
  }

  @Override
  long peakBytes() {
    return peakBytes;
  }
}
