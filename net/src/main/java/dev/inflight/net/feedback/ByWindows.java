package dev.inflight.net.feedback;

import dev.inflight.telemetry.util.Check;

/**
 * No telemetry returns: the receiver computes the window and sends it, at most once in T (draft-miao-rtgwg-hpccplus §6.3.2).
 *
 * @param countFlows whether the receiver counts its flows, and sets W_AI by their number while its own link is the busiest
 * @param change the least relative change of a window that is sent before four T have passed, 0 to 1; 0: each T. Always 0 in the draft's form
 * @param form definition of a round trip, of the windows that are sent, and of the number of flows for W_AI
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
