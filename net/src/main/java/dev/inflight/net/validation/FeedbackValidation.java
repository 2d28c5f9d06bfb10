package dev.inflight.net.validation;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.PathFacts;

/** How far a sender trusts reports of its path: a record of parameters. */
public sealed interface FeedbackValidation permits NoValidation, CheckedFeedback {
  /** Its name in scenarios, such as {@code guarded}. */
  String name();

  /**
   * What decides for a new flow.
   *
   * @param control the flow's congestion control
   * @param path what the flow knows of its path
   * @param rhythm how often an honest path reports
   * @param listener is notified of what is found
   */
  CongestionControl guard(CongestionControl control, PathFacts path, ReportRhythm rhythm, ValidationListener listener);
}
