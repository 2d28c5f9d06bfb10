package dev.inflight.net.switching.ecn;

import java.util.List;

/** The list of all rules for marking. */
public final class MarkingRules {
  /** Each with its default parameters; the first is the default. */
  public static final List<MarkingRule> ALL = List.of(ByThresholds.DEFAULT, SojournMarking.DEFAULT);

  private MarkingRules() {
  }
}
