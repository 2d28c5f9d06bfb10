package dev.inflight.net.validation;

import dev.inflight.net.telemetrypackets.TelemetryPackets;
import dev.inflight.net.feedback.ByWindows;
import dev.inflight.net.feedback.FeedbackPath;

/**
 * How long an honest path may be silent while data is in flight, so that two reports in a row may be lost where few packets fetch one.
 *
 * @param quietPs time that may pass between two reports, in picoseconds; 0 where every acknowledgement brings one
 * @param quietBytes application bytes that may be acknowledged between two reports
 * @param ackDelayPs how long an acknowledgement may be held back, in picoseconds
 * @param aheadBytes by how many bytes an acknowledgement may be ahead of the packet of the report that it brings
 */
public record ReportRhythm(long quietPs, long quietBytes, long ackDelayPs, long aheadBytes) {
  /** How many periods may pass: two reports are lost, and the third one comes. */
  private static final int PERIODS = 3;
  /** Receivers that decide send a window after so many T in any case ({@code NewInt}); and it may be lost once. */
  private static final int WINDOW_RTTS = 8;

  /** Whether an acknowledgement says nothing by bringing no report. */
  boolean isThin() {
    return quietPs > 0 || quietBytes > 0;
  }

  /**
   * That of a network.
   *
   * @param ackEveryPackets how many packets an acknowledgement answers for
   * @param ackDelayPs how long it may be held back, in picoseconds
   * @param payloadBytes of a full packet
   */
  public static ReportRhythm of(TelemetryPackets carrier, FeedbackPath reports, long baseRttPs, int ackEveryPackets,
      long ackDelayPs, int payloadBytes) {
    long periodPs = PERIODS * carrier.reportPeriodPs(baseRttPs) + (reports instanceof ByWindows ? WINDOW_RTTS * baseRttPs : 0);
    int packets = carrier.packetsPerReport();
    long bytes = packets == 1 && periodPs == 0 ? 0 : (long) PERIODS * packets * payloadBytes;
    return new ReportRhythm(periodPs, bytes, ackEveryPackets > 1 ? ackDelayPs : 0,
        (long) Math.max(packets, ackEveryPackets) * payloadBytes);
  }
}
