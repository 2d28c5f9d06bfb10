package dev.inflight.net.switching.admission;

/**
 * By what switches without PFC admit arriving packets to their shared buffer. Each kind is a record of its parameters; what decides at a
 * switch is an {@link AdmissionPolicy} that it makes.
 */
public interface AdmissionRule {
  /** The name by which scenarios call it. */
  String name();

  /**
   * What decides at a switch, which has it for itself.
   *
   * @param memory the switch's shared buffer
   */
  AdmissionPolicy policy(Memory memory);

  /**
   * The shared buffer of a switch.
   *
   * @param bytes all of it, above 0
   * @param ports of the switch, 1 or more
   * @param alpha the scenario's {@code egressAlpha}, above 0
   */
  record Memory(long bytes, int ports, double alpha) {
  }
}
