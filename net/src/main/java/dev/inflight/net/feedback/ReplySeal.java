package dev.inflight.net.feedback;

import dev.inflight.net.link.Packet;
import dev.inflight.telemetry.report.ReportMac;
import org.jspecify.annotations.Nullable;

/** Seals what one end of a flow sends to the other, and counts it, so that nothing can be replayed. */
public final class ReplySeal {
  private final @Nullable ReportMac mac;
  private long nextSerial;

  /**
   * The seal of one end.
   *
   * @param mac what both ends hold; none where nothing is sealed
   */
  public ReplySeal(@Nullable ReportMac mac) {
    this.mac = mac;
  }

  /** Puts the seal behind what a packet of a flow brings, if it brings anything. */
  public void seal(Packet answer, int flow) {
    if (mac != null && answer.telemetryBytes > 0) {
      mac.seal(answer.telemetry, 0, answer.telemetryBytes, flow, answer.sequence, answer.says(), nextSerial++);
      answer.telemetryBytes += ReportMac.BYTES;
    }
  }
}
