package dev.inflight.net.feedback;

import dev.inflight.telemetry.util.Check;

/**
 * Telemetry does not return: the receiver computes the window and sends it, at most once in T (draft-miao-rtgwg-hpccplus §6.3.2).
 *
 * @param countFlows true if the receiver counts the flows that arrive with it, and sets W_AI by their number while its own link is the
 *     busiest
 * @param change relative difference from the last sent window at which a window is sent before four T have passed, 0 to 1; 0: each T. In
 *     the draft's form 0, whatever is set
 * @param form definition of a round trip, choice of windows to send, and number of flows that share W_AI
 */
public record ByWindows(boolean countFlows, double change, WindowForm form) implements FeedbackPath {
  /** With flows counted, and windows sent that differ by a fifth. */
  public static final ByWindows DEFAULT = new ByWindows(true, 0.2, WindowForm.ADAPTED);

  /** Checks the range. */
  public ByWindows {
    Check.within("change", change, 0, 1);
  }

  @Override
  public String name() {
    return "receiver-windows";
  }
}
