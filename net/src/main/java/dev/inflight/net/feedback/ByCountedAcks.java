package dev.inflight.net.feedback;

/**
 * Acknowledgements return telemetry, followed by 2 bytes with the number of flows with telemetry that arrive at the receiver's
 * NIC (draft-miao-rtgwg-hpccplus §5, §6.3.2). The number covers flows of classes with this feedback, and with receiver-windows
 * that count flows. If the receiver's link is the path's bottleneck, HPCC uses this number as N in W_AI, otherwise
 * {@code maxFlows}. Formats with one value per path, and reports without all links, do not identify that link, so the number
 * has no effect. Senders that check feedback (feedbackValidation) ignore it. Responses to probes also carry the number.
 */
public record ByCountedAcks() implements FeedbackPath {
  /** The only one. */
  public static final ByCountedAcks DEFAULT = new ByCountedAcks();

  @Override
  public String name() {
    return "acks-with-flows";
  }

  @Override
  public boolean countsFlows() {
    return true;
  }
}
