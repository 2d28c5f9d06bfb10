package dev.inflight.net.feedback;

/**
 * Acknowledgements as {@code acks}, with the number of flows behind the telemetry: of those with telemetry that arrive at the
 * receiver's NIC (draft-miao-rtgwg-hpccplus §5, §6.3.2). Where the receiver's link is the busiest of the path, HPCC divides W_AI
 * by this number, and otherwise by {@code maxFlows}; so the number has no effect with formats of one value for the whole path, or
 * where no report has all links. Senders with {@code feedbackValidation: checked} ignore it. Responses to probes have it, too. It
 * takes 2 bytes.
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
