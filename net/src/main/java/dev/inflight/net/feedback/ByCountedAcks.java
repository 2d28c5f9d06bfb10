package dev.inflight.net.feedback;

/**
 * Acknowledgements as {@code acks}, with the number of flows that arrive at the receiver's NIC behind the telemetry (draft-miao-rtgwg-hpccplus
 * §5, §6.3.2). Where the receiver's link is the busiest of the path, HPCC divides W_AI by this number, and otherwise by {@code maxFlows}; so
 * the number has no effect with formats of one value for the whole path. Responses to probes have it, too. It takes 2 bytes.
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
