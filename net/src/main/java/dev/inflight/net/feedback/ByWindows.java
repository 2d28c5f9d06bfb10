package dev.inflight.net.feedback;

import dev.inflight.telemetry.util.Check;

/**
 * The receiver computes the window and sends it, at most once per T; no telemetry returns (draft-miao-rtgwg-hpccplus §6.3.2).
 *
 * @param countFlows whether the receiver counts its flows, and computes W_AI from their number while its own link is the
 *     bottleneck
 * @param change the smallest relative change for which a window is sent within four T, 0 to 1; 0: one window each T, as always
 *     with form=draft
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
