package dev.inflight.net.feedback;

/**
 * A separate notification packet returns the telemetry of each packet; acknowledgements carry no telemetry.
 *
 * @param links which records of the header it returns
 */
public record ByNotifications(Links links) implements FeedbackPath {
  /** The header as it arrived. */
  public static final ByNotifications DEFAULT = new ByNotifications(Links.ALL);
  /** One record, whatever the path. */
  public static final ByNotifications OF_BUSIEST = new ByNotifications(Links.BUSIEST);

  /** Records that a notification returns. */
  public enum Links {
    /** The records of all links: the header as it arrived. */
    ALL,
    /** The record of the bottleneck link, which the receiver determines (draft-miao-rtgwg-hpccplus §7.1). */
    BUSIEST
  }

  @Override
  public String name() {
    return "notifications";
  }

  @Override
  public boolean choosesLink() {
    return links == Links.BUSIEST;
  }
}
