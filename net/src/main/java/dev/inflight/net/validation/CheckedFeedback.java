package dev.inflight.net.validation;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.PathFacts;
import dev.inflight.telemetry.util.Check;

/**
 * A sender without valid reports sends less than what arrived last, and slows down by its own round-trip time; a sender with a report that
 * a port has sent less than the receiver has got through it ignores later reports.
 *
 * @param patience number of T with data in flight and no valid report after which the flow falls back, 1 to 3
 * @param share the part of the rate at which bytes arrived last that it falls back to, above 0 to 1
 * @param penaltyShare the part of the line rate that a flow with impossible reports keeps, above 0 to 1
 */
public record CheckedFeedback(double patience, double share, double penaltyShare) implements FeedbackValidation {
  /** Two T, three quarters, and a thirty-second. */
  public static final CheckedFeedback DEFAULT = new CheckedFeedback(2, 0.75, 1.0 / 32);

  /** Checks the ranges. */
  public CheckedFeedback {
    Check.within("patience", patience, 1, 3);
    Check.positive("share", share, 1);
    Check.positive("penaltyShare", penaltyShare, 1);
  }

  @Override
  public String name() {
    return "checked";
  }

  @Override
  public CongestionControl guard(CongestionControl control, PathFacts path, ReportRhythm rhythm, ValidationListener listener) {
    return new GuardedControl(control, path, this, rhythm, listener);
  }
}
