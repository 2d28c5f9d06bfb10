package dev.inflight.net.validation;

import dev.inflight.cc.Feedback;
import dev.inflight.telemetry.Hops;

/**
 * Check of reported queues for plausibility: a flow's data that it sent while one of its packets waited follows that packet, and
 * counts in the queue that it reports. The sender has the time at which a packet left, the report that at which it left the last
 * port, and the fastest of all gives the time without a queue. So queues on the way back, and delayed acknowledgements, do not
 * count; pauses do, and so do the queues that they make.
 */
final class QueueClaims {
  /** Part of the expected queue that reports have to show: the rest may precede a port that has paused another. */
  private static final double PART = 0.25;
  /** Divisor of the window that gives the least average of data behind each packet for a conclusion: a sixteenth of it. */
  private static final int LEAST_PART = 16;

  private final double leastBytes;
  private boolean began;
  private boolean broken;
  private long referencePs;
  private long fastestPs;
  private long modulusPs;
  private double ownBytes;
  private double claimedBytes;
  private int reports;

  /** Makes the check of a new flow with a first window of this many bytes. */
  QueueClaims(long windowBytes) {
    leastBytes = (double) windowBytes / LEAST_PART;
  }

  /** Restarts for another path, with other clocks. */
  void restart() {
    began = false;
    begin();
  }

  /** Restarts the sums of reports. */
  void begin() {
    broken = false;
    ownBytes = 0;
    claimedBytes = 0;
    reports = 0;
  }

  /** Bytes are missing, so some bytes in flight were sent before the acknowledged packet. */
  void gap() {
    broken = true;
  }

  /** Adds a report of the whole path. */
  void add(Feedback facts) {
    Hops report = facts.hops;
    if (!report.hasClock()) {
      broken = true;
      return;
    }
    long underwayPs = report.timePs(report.count() - 1) - (facts.nowPs - facts.rttPs);
    if (!began) {
      began = true;
      referencePs = underwayPs;
      modulusPs = report.timeModulusPs();
      fastestPs = 0;
    }
    long behindPs = Math.floorMod(underwayPs - referencePs, modulusPs);
    long relativePs = behindPs > modulusPs / 2 ? behindPs - modulusPs : behindPs;
    fastestPs = Math.min(fastestPs, relativePs);
    double waitedPs = relativePs - fastestPs;
    ownBytes += facts.inflightBytes * Math.min(1, waitedPs / Math.max(1, facts.rttPs));
    for (int hop = 0; hop < report.count(); hop++) {
      claimedBytes += report.queueBytes(hop);
    }
    reports++;
  }

  /** Reports whether the sums are impossible. */
  boolean refuted() {
    return !broken && ownBytes > reports * leastBytes && claimedBytes < PART * ownBytes;
  }
}
