package dev.inflight.net.switching.ecn;

import org.jspecify.annotations.Nullable;

/**
 * By what the ports of switches decide which packets they mark (ECN). Each kind is a record of its parameters; what marks at a port is an
 * {@link EcnMarker} that its {@link EcnMarking} makes.
 */
public interface MarkingRule {
  /** The name by which scenarios call it. */
  String name();

  /** Whether it goes by the thresholds that scenarios give ports. Without, scenarios need none, and it holds at all ports of switches. */
  default boolean usesThresholds() {
    return false;
  }

  /**
   * What marks at a port.
   *
   * @param thresholds what the thresholds of the scenario come to there; null where the port has none
   * @return null when nothing marks there
   */
  @Nullable
  EcnMarking at(@Nullable EcnMarking thresholds);
}
