package dev.inflight.net.switching.admission;

import dev.inflight.net.link.Packet;

/** A queue may hold up to egressAlpha times the free buffer (dynamic thresholds: Choudhury, Hahne, ToN 1998). */
public record DynamicThresholdRule() implements AdmissionRule {
  /** The only one. */
  public static final DynamicThresholdRule DEFAULT = new DynamicThresholdRule();

  @Override
  public String name() {
    return "dynamic-threshold";
  }

  @Override
  public AdmissionPolicy policy(Memory memory) {
    return new ByThreshold(memory.alpha());
  }

  /**
   * Reports whether a queue may take another packet.
   *
   * @param queueBytes bytes in the queue, 0 or more
   * @param alpha multiple of the free buffer, above 0
   * @param freeBytes free bytes of the buffer, 0 or more
   */
  public static boolean isWithin(long queueBytes, double alpha, long freeBytes) {
    return queueBytes <= alpha * freeBytes;
  }

  private static final class ByThreshold extends AdmissionPolicy {
    private final double alpha;

    ByThreshold(double alpha) {
      this.alpha = alpha;
    }

    @Override
    public boolean admits(Packet packet, int port, int queueBytes, long freeBytes) {
      return isWithin(queueBytes, alpha, freeBytes);
    }
  }
}
