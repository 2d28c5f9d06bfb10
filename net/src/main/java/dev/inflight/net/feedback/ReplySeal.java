package dev.inflight.net.feedback;

import dev.inflight.net.link.Packet;
import dev.inflight.telemetry.report.ReportMac;
import org.jspecify.annotations.Nullable;

/** Seals the answers from one end of a flow to the other, and numbers them against replays. */
public final class ReplySeal {
  private final @Nullable ReportMac mac;
  private long nextSerial;

  /**
   * The seal of one end.
   *
   * @param mac common key of both ends; null without seals
   */
  public ReplySeal(@Nullable ReportMac mac) {
    this.mac = mac;
  }

  /** Adds the seal behind the content of a flow's packet, if it has any. */
  public void seal(Packet answer, int flow) {
    if (mac != null && answer.telemetryBytes > 0) {
      mac.seal(answer.telemetry, 0, answer.telemetryBytes, flow, answer.sequence, answer.says(), nextSerial++);
      answer.telemetryBytes += ReportMac.BYTES;
    }
  }
}
