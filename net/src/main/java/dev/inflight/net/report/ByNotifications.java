package dev.inflight.net.report;

/** A packet that is made for it, one for each that carried telemetry; acknowledgements carry none. */
public record ByNotifications() implements ReportReturn {
  /** The only one. */
  public static final ByNotifications DEFAULT = new ByNotifications();

  @Override
  public String name() {
    return "notifications";
  }
}
