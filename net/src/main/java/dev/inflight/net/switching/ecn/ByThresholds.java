package dev.inflight.net.switching.ecn;

import org.jspecify.annotations.Nullable;

/** Marks packets with a probability that rises between two queue lengths, which the key {@code ecn} sets (RED). */
public record ByThresholds() implements MarkingRule {
  /** The rule; it has no parameters. */
  public static final ByThresholds DEFAULT = new ByThresholds();

  @Override
  public String name() {
    return "red";
  }

  @Override
  public boolean usesThresholds() {
    return true;
  }

  @Override
  public @Nullable EcnMarking at(@Nullable EcnMarking thresholds) {
    return thresholds;
  }
}
