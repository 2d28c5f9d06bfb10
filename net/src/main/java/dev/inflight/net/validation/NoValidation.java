package dev.inflight.net.validation;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.PathFacts;

/**
 * A sender accepts every report (with authenticateFeedback, every authentic one), and keeps its window while no reports arrive.
 */
public record NoValidation() implements FeedbackValidation {
  /** The only one. */
  public static final NoValidation DEFAULT = new NoValidation();

  @Override
  public String name() {
    return "none";
  }

  @Override
  public CongestionControl guard(CongestionControl control, PathFacts path, ReportRhythm rhythm, ValidationListener listener) {
    return control;
  }
}
