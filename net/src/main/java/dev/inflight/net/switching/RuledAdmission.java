package dev.inflight.net.switching;

import dev.inflight.net.link.Packet;
import dev.inflight.net.switching.admission.AdmissionPolicy;
import dev.inflight.net.switching.admission.AdmissionRule;

/**
 * Admission without PFC by an {@link AdmissionRule} other than the default of {@link DynamicThreshold}. Only scenarios with such
 * a rule load the class.
 */
public final class RuledAdmission extends Admission {
  private final long bufferBytes;
  private final AdmissionPolicy policy;
  private long heldBytes;
  private long peakBytes;

  private RuledAdmission(long bufferBytes, AdmissionPolicy policy) {
    this.bufferBytes = bufferBytes;
    this.policy = policy;
  }

  /**
   * Creates the admission of a switch with an empty memory.
   *
   * @param rule rule by which it admits packets
   * @param memory the switch's shared buffer
   */
  public static Admission of(AdmissionRule rule, AdmissionRule.Memory memory) {
    return new RuledAdmission(memory.bytes(), rule.policy(memory));
  }

  @Override
  boolean enter(Packet packet, SwitchPort in, SwitchPort out) {
    return admits(packet, out);
  }

  @Override
  boolean enterOwn(Packet packet, SwitchPort out) {
    return admits(packet, out);
  }

  private boolean admits(Packet packet, SwitchPort out) {
    long free = bufferBytes - heldBytes;
    if (packet.sizeBytes > free || !policy.admits(packet, out.number(), out.queueBytes(packet.priority), free)) {
      return false;
    }
    heldBytes += packet.sizeBytes;
    peakBytes = Math.max(peakBytes, heldBytes);
    return true;
  }

  @Override
  void leave(Packet packet, long nowPs) {
    heldBytes -= packet.sizeBytes;
  }

  @Override
  boolean countsQueues() {
    return true;
  }

  @Override
  long heldBytes() {
    return heldBytes;
  }

  @Override
  long leastThresholdBytes(long occupiedBytes) {
    return 0; // the rule's limits are not known
  }

  @Override
  long peakBytes() {
    return peakBytes;
  }
}
