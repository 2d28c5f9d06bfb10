package dev.inflight.net.feedback;

/**
 * A packet that is made for it, one for each that carried telemetry; acknowledgements carry none.
 *
 * @param links records of the header that a notification returns
 */
public record ByNotifications(Links links) implements FeedbackPath {
  /** The header as it arrived. */
  public static final ByNotifications DEFAULT = new ByNotifications(Links.ALL);
  /** One record, whatever the path. */
  public static final ByNotifications OF_BUSIEST = new ByNotifications(Links.BUSIEST);

  /** Records that a notification returns. */
  public enum Links {
    /** Records of all links: the header as it arrived. */
    ALL,
    /** Record of the link with the most bytes in flight, which the receiver chooses (draft-miao-rtgwg-hpccplus §7.1). */
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
