package dev.inflight.net.feedback;

import dev.inflight.net.link.Packet;
import dev.inflight.telemetry.report.ReportMac;
import org.jspecify.annotations.Nullable;

/**
 * Completes answers from one end of a flow to the other: adds the number of flows if receivers report it, and an authentication
 * code with a serial number against replays.
 */
public final class ReplySeal {
  private final @Nullable ReportMac mac;
  private final @Nullable CountedFlow counted;
  private long nextSerial;

  /**
   * Creates the object of one end.
   *
   * @param mac common key of both ends; null without authentication
   */
  public ReplySeal(@Nullable ReportMac mac) {
    this(mac, null);
  }

  /**
   * Creates the object of a receiver.
   *
   * @param counted the flow in the reported count; null without one
   */
  public ReplySeal(@Nullable ReportMac mac, @Nullable CountedFlow counted) {
    this.mac = mac;
    this.counted = counted;
  }

  /** Adds the number of flows and the authentication code behind the content of a flow's packet, if it has any. */
  public void seal(Packet answer, int flow) {
    if (counted != null) {
      counted.report(answer);
    }
    if (mac != null && answer.telemetryBytes > 0) {
      mac.seal(answer.telemetry, 0, answer.telemetryBytes, flow, answer.sequence, answer.says(), nextSerial++);
      answer.telemetryBytes += ReportMac.BYTES;
    }
  }
}
