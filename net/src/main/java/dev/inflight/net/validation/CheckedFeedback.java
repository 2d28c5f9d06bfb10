package dev.inflight.net.validation;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.PathFacts;
import dev.inflight.telemetry.util.Check;

/**
 * A sender without valid reports falls back to a share of the last arrival rate, and then adjusts its rate to its own round-trip
 * times. After an impossible report (a port sent less than the receiver got through it), it ignores all later reports of the
 * flow.
 *
 * @param patience time in T, with data in flight but no valid report, after which the flow falls back, 1 to 3
 * @param share the rate after the fallback, as a share of the last arrival rate, above 0 to 1
 * @param penaltyShare the rate of a flow with impossible reports, as a share of the line rate, above 0 to 1
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
