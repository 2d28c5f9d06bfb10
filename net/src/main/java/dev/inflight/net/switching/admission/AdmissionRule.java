package dev.inflight.net.switching.admission;

/**
 * Rule by which switches without PFC admit arriving packets to their shared buffer. Each kind is a record of its parameters, and
 * makes an {@link AdmissionPolicy} for each switch.
 */
public interface AdmissionRule {
  /** The name by which scenarios call it. */
  String name();

  /**
   * Makes the policy of one switch, which uses it exclusively.
   *
   * @param memory the switch's shared buffer
   */
  AdmissionPolicy policy(Memory memory);

  /**
   * The shared buffer of a switch.
   *
   * @param bytes all of it, above 0
   * @param ports number of the switch's ports, 1 or more
   * @param alpha the scenario's {@code egressAlpha}, above 0
   */
  record Memory(long bytes, int ports, double alpha) {
  }
}
