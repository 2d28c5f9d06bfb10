package dev.inflight.net.validation;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.PathFacts;

/** Validation of a path's reports by its sender: a record of parameters. */
public sealed interface FeedbackValidation permits NoValidation, CheckedFeedback {
  /** Name in scenarios, such as {@code checked}. */
  String name();

  /**
   * Returns the congestion control of a new flow.
   *
   * @param control the flow's congestion control
   * @param path properties of the flow's path
   * @param rhythm rate of reports on an honest path
   * @param listener receives findings
   */
  CongestionControl guard(CongestionControl control, PathFacts path, ReportRhythm rhythm, ValidationListener listener);
}
