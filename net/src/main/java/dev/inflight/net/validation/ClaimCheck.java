package dev.inflight.net.validation;

import dev.inflight.cc.Feedback;
import dev.inflight.telemetry.Hops;

/**
 * Check of reports for plausibility: between two of them, every port of the path has sent at least the flow's data that arrived.
 * The sender knows that number: the acknowledged part of the data that it sent since the first report. No event in an honest
 * network makes a port send less than has passed it: no loss, no pause, no queue on the way back.
 */
final class ClaimCheck {
  /** Distance of compared reports, in T. */
  private static final int SPAN_RTTS = 8;
  /** Age of the first of two compared reports, in T, after which another one replaces it. */
  private static final int OLD_RTTS = 4 * SPAN_RTTS;
  /** Counters and utilizations are rounded. */
  private static final double ROUNDING = 0.9;

  private final long baseRttPs;
  private final long slackBytes;
  private final long windowBytes;
  private final Hops first = new Hops(8);
  private double[] busyBytes = new double[8]; // bytes that a hop has sent by its utilization
  private final QueueClaims queues;
  private boolean began;
  private long beganAtPs;
  private long sentAtByte;
  private long lastAtPs;

  /**
   * Makes the check of a new flow.
   *
   * @param slackBytes largest number of bytes by which an acknowledgement may be ahead of the packet of its report
   * @param windowBytes largest number of bytes sent in T: the lag of a utilization
   */
  ClaimCheck(long baseRttPs, long slackBytes, long windowBytes) {
    this.baseRttPs = baseRttPs;
    this.slackBytes = slackBytes;
    this.windowBytes = windowBytes;
    queues = new QueueClaims(windowBytes);
  }

  /** Reports whether a report with hops is impossible, given the acknowledged bytes. */
  boolean refutes(Feedback facts) {
    Hops report = facts.hops;
    long sincePs = facts.nowPs - beganAtPs;
    if (!began || sincePs > OLD_RTTS * baseRttPs || report.count() > first.count()) {
      begin(facts);
      return false;
    }
    if (report.count() < first.count()) {
      return false; // of a part of the path
    }
    if (!report.follows(first, sincePs)) {
      queues.restart();
      begin(facts);
      return false;
    }
    addBusyBytes(report, facts.nowPs - lastAtPs);
    queues.add(facts);
    lastAtPs = facts.nowPs;
    if (sincePs < SPAN_RTTS * baseRttPs) {
      return false;
    }
    boolean refuted = saysLess(report, facts.ackedBytes - sentAtByte - slackBytes) || queues.refuted();
    begin(facts);
    return refuted;
  }

  /** Bytes are missing. */
  void gap() {
    queues.gap();
  }

  /** Restarts for reports of other ports. */
  void changePath() {
    began = false;
    queues.restart();
  }

  private void begin(Feedback facts) {
    queues.begin();
    began = true;
    first.copyFrom(facts.hops);
    beganAtPs = facts.nowPs;
    sentAtByte = facts.highestSentBytes;
    lastAtPs = facts.nowPs;
    if (busyBytes.length < first.count()) {
      busyBytes = new double[first.count()];
    }
    for (int hop = 0; hop < first.count(); hop++) {
      busyBytes[hop] = 0;
    }
  }

  private void addBusyBytes(Hops report, long sincePs) {
    for (int hop = 0; hop < report.count(); hop++) {
      busyBytes[hop] += Math.max(0, report.utilization(hop)) * report.rateBitsPerSec(hop) * (sincePs / 8e12);
    }
  }

  private boolean saysLess(Hops report, long arrivedBytes) {
    for (int hop = 0; hop < report.count(); hop++) {
      boolean counts = report.utilization(hop) < 0;
      double sent = counts ? report.bytesSince(hop, first) : busyBytes[hop] + windowBytes; // utilization is of the time before
      if (report.isKnown(hop) && first.isKnown(hop) && sent < ROUNDING * arrivedBytes) {
        return true;
      }
    }
    return false;
  }
}
