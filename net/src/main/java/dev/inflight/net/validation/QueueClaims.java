package dev.inflight.net.validation;

import dev.inflight.cc.Feedback;
import dev.inflight.telemetry.Hops;

/**
 * Whether the queues of reports can be true: what a flow has sent while one of its packets waited follows that packet, and counts in the queue
 * that it reports. The sender knows when a packet left, the report says when it left the last port, and the fastest of all shows how long that takes
 * without a queue. So queues on the way back, and acknowledgements that are held back, do not count; pauses do, and so do the queues that they make.
 */
final class QueueClaims {
  /** Reports have to show this part of what must stand there: it may precede a port that has paused another. */
  private static final double PART = 0.25;
  /** What a window has to have behind each packet, on average, to say anything: a sixteenth of it. */
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

  /** That of a new flow with a first window of so many bytes. */
  QueueClaims(long windowBytes) {
    leastBytes = (double) windowBytes / LEAST_PART;
  }

  /** Another path, with clocks of its own. */
  void restart() {
    began = false;
    begin();
  }

  /** From now on reports are added up anew. */
  void begin() {
    broken = false;
    ownBytes = 0;
    claimedBytes = 0;
    reports = 0;
  }

  /** Bytes are missing, so those in flight were not all sent behind the packet that is acknowledged. */
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

  /** Whether what was added up cannot be true. */
  boolean refuted() {
    return !broken && ownBytes > reports * leastBytes && claimedBytes < PART * ownBytes;
  }
}
