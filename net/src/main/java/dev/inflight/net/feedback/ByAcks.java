package dev.inflight.net.feedback;

/** The acknowledgement of a packet returns its telemetry; an acknowledgement of several packets returns their last header. */
public record ByAcks() implements FeedbackPath {
  /** The only one. */
  public static final ByAcks DEFAULT = new ByAcks();

  @Override
  public String name() {
    return "acks";
  }
}
