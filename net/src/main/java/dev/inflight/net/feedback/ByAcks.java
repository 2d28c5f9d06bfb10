package dev.inflight.net.feedback;

/** The acknowledgement of a packet that carried telemetry; one of several packets brings back the last header that there is. */
public record ByAcks() implements FeedbackPath {
  /** The only one. */
  public static final ByAcks DEFAULT = new ByAcks();

  @Override
  public String name() {
    return "acks";
  }
}
