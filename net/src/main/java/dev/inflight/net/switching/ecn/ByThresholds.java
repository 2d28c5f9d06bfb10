package dev.inflight.net.switching.ecn;

import org.jspecify.annotations.Nullable;

/** Two thresholds of the queue length for each class of ports, and a probability that rises between them: the scenario's ecn. */
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
