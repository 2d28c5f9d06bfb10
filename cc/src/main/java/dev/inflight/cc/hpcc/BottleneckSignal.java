package dev.inflight.cc.hpcc;

import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.PathQuery;

/**
 * HPCC's u' from telemetry that answers one question per packet (draft-miao-ccwg-hpcc-info-04 §3.1): u1 = queue / (B * T) and u2
 * = link utilization exclude each other, because a queue builds up only at a link that is fully used. So while u2 is below the
 * target, the sender requests the utilization and u1 is 0; from the target on it requests the queue, and u2 is 1 while a queue
 * exists.
 *
 * <p>A packet's wait in a queue that has a share of its port ({@link PathQuery#WAIT}) includes the packets of other queues, so it
 * does not show how much of the share is used. The sender then requests both figures in turn, and u' is their sum, as for records
 * of hops.
 */
final class BottleneckSignal {
  private final double target;
  private final double baseRttPs;
  private PathQuery next = PathQuery.QUEUEING; // a new flow sends at line rate: if that is too much, a queue will show it first
  private double lastUtilization = 1; // no better value is available
  private double lastQueueingPs;
  private int lastLocator;
  private boolean queueKnown;
  private boolean waits;
  private double waitPs;

  /**
   * Creates a signal without questions so far.
   *
   * @param target utilization from which a queue is expected: eta
   */
  BottleneckSignal(double target, long baseRttPs) {
    this.target = target;
    this.baseRttPs = baseRttPs;
  }

  /** Question of the next packet. */
  PathQuery next() {
    return next;
  }

  /** u' after one more answer. */
  double take(Hops report) {
    if (report.answered() == PathQuery.UTILIZATION) {
      lastUtilization = report.answer();
      next = waits || lastUtilization >= target ? PathQuery.QUEUEING : PathQuery.UTILIZATION;
      return lastUtilization + waitPs / baseRttPs;
    }
    double standingPs = report.answer();
    if (queueKnown && report.pathId() == lastLocator) {
      standingPs = Math.min(standingPs, lastQueueingPs); // while the bottleneck has not moved
    }
    lastQueueingPs = report.answer();
    lastLocator = report.pathId();
    queueKnown = true;
    if (report.answered() == PathQuery.WAIT) {
      waits = true;
      waitPs = standingPs;
      next = PathQuery.UTILIZATION;
      return lastUtilization + waitPs / baseRttPs;
    }
    if (report.answer() == 0) {
      next = PathQuery.UTILIZATION;
    }
    return standingPs > 0 ? 1 + standingPs / baseRttPs : lastUtilization;
  }
}
