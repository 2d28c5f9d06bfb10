package dev.inflight.net.switching.ecn;

import org.jspecify.annotations.Nullable;

/**
 * Rule by which switches' ports mark packets (ECN). Each kind is a record of its parameters; its {@link EcnMarking} makes the
 * {@link EcnMarker} of each port.
 */
public interface MarkingRule {
  /** The name by which scenarios call it. */
  String name();

  /** True if the rule uses the thresholds that scenarios set. Other rules need none, and apply to all ports of switches. */
  default boolean usesThresholds() {
    return false;
  }

  /**
   * Returns the marking at a port; null without marking.
   *
   * @param thresholds marking by the scenario's thresholds there; null if the port has none
   * @return null when nothing marks there
   */
  @Nullable
  EcnMarking at(@Nullable EcnMarking thresholds);
}
