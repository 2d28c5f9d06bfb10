package dev.inflight.net.switching.admission;

import java.util.List;

/** The list of all rules of admission. */
public final class AdmissionRules {
  /** Each with its default parameters; the first is the default. */
  public static final List<AdmissionRule> ALL = List.of(DynamicThresholdRule.DEFAULT, CompleteSharing.DEFAULT);

  private AdmissionRules() {
  }
}
