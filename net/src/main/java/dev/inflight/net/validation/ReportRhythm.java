package dev.inflight.net.validation;

import dev.inflight.net.telemetrypackets.TelemetryPackets;
import dev.inflight.net.feedback.ByWindows;
import dev.inflight.net.feedback.FeedbackPath;

/**
 * Longest silence of an honest path while data is in flight, so that two reports in a row may be lost where few packets collect
 * one.
 *
 * @param quietPs time that may pass between two reports, in picoseconds; 0 where every acknowledgement brings one
 * @param quietBytes application bytes that may be acknowledged between two reports
 * @param ackDelayPs longest time for which an acknowledgement may be held back, in picoseconds
 * @param aheadBytes number of bytes by which an acknowledgement may be ahead of the packet of its report
 */
public record ReportRhythm(long quietPs, long quietBytes, long ackDelayPs, long aheadBytes) {
  /** Number of periods that may pass: two reports are lost, and the third one comes. */
  private static final int PERIODS = 3;
  /** Number of T after which receivers that decide send a window in any case ({@code NewInt}), one loss included. */
  private static final int WINDOW_RTTS = 8;

  /** True if an honest path may acknowledge packets without a report. */
  boolean isThin() {
    return quietPs > 0 || quietBytes > 0;
  }

  /**
   * Makes the rhythm of a network.
   *
   * @param ackEveryPackets number of packets for each acknowledgement
   * @param ackDelayPs longest time for which it may be held back, in picoseconds
   * @param payloadBytes payload of a full packet
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
