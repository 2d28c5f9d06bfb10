package dev.inflight.net.feedback;

/** The acknowledgement of a packet that carried telemetry; an acknowledgement of several packets returns the last header among them. */
public record ByAcks() implements FeedbackPath {
  /** The only one. */
  public static final ByAcks DEFAULT = new ByAcks();

  @Override
  public String name() {
    return "acks";
  }
}
