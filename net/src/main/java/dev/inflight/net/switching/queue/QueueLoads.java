package dev.inflight.net.switching.queue;

import dev.inflight.telemetry.PortSnapshot;
import java.util.Arrays;

/**
 * Reports of the queues that share a port by weights, as if each were a separate link (draft-miao-rtgwg-hpccplus §9.3).
 *
 * <p>A queue's rate B is the rate that it could have had over the last interval: the line rate less the other queues' data, and
 * at least its weighted share of the strict queues' remainder, among the queues with data. Hop records have the link's rate, or
 * leave it to a table, so reported bytes are scaled by the line rate over B. Divided by the line rate, they then equal real sent
 * or queued bytes divided by B.
 */
public final class QueueLoads {
  /** Largest ratio of a queue's reported to real bytes, even if strict queues leave no rate. */
  private static final double MOST = 100;

  private double lineBytesPerPs;
  private final long intervalPs;
  private final long[] sentBytes = new long[PortQueues.COUNT];
  private final long[] sinceBytes = new long[PortQueues.COUNT];
  private final long[] countedBytes = new long[PortQueues.COUNT];
  private final double[] reportedBytes = new double[PortQueues.COUNT];
  private final double[] loads = new double[PortQueues.COUNT];
  private final double[] lineByShare = new double[PortQueues.COUNT];
  private int strict;
  private int[] quanta = new int[PortQueues.COUNT];
  private long sincePs;
  private int leaving;
  private int leavingBytes;
  private int behindBytes;

  /**
   * Makes the loads of one port.
   *
   * @param rateBitsPerSec its link's rate, above 0
   * @param intervalPs time over which each queue's data are measured, in picoseconds, above 0
   */
  public QueueLoads(long rateBitsPerSec, long intervalPs) {
    runAt(rateBitsPerSec);
    this.intervalPs = intervalPs;
    Arrays.fill(lineByShare, 1);
  }

  /** Sets the link's rate from now on, in bit/s, above 0. */
  public final void runAt(long rateBitsPerSec) {
    lineBytesPerPs = rateBitsPerSec / 8e12;
  }

  /**
   * Sets the queues' shares of the port.
   *
   * @param first a bit for each strict queue
   * @param weights weights of the others
   */
  void sharedBy(int first, int[] weights) {
    strict = first;
    quanta = weights;
  }

  /**
   * Counts a packet that is about to leave.
   *
   * @param queue queue in which it waited
   * @param packetBytes its size
   * @param waitingBytes bytes that wait behind it in that queue
   */
  void leaves(int queue, int packetBytes, int waitingBytes) {
    sentBytes[leaving] += leavingBytes;
    leaving = queue;
    leavingBytes = packetBytes;
    behindBytes = waitingBytes;
  }

  /** Counts bytes of telemetry added to the departing packet. */
  public void grew(int bytes) {
    leavingBytes += bytes;
  }

  /** Replaces the port's values in a snapshot by those of the departing packet's queue. */
  public void report(PortSnapshot snapshot) {
    if (snapshot.nowPs - sincePs >= intervalPs) {
      measure(snapshot.nowPs);
    }
    count(leaving);
    snapshot.sentBytes = (long) reportedBytes[leaving];
    snapshot.queueBytes = (long) (behindBytes * lineByShare[leaving]);
  }

  private void count(int queue) {
    reportedBytes[queue] += (sentBytes[queue] - countedBytes[queue]) * lineByShare[queue];
    countedBytes[queue] = sentBytes[queue];
  }

  private void measure(long nowPs) {
    double line = (nowPs - sincePs) * lineBytesPerPs;
    double all = 0;
    double ofStrict = 0;
    int active = 0;
    for (int queue = 1; queue < PortQueues.COUNT; queue++) {
      count(queue); // bytes that left until now, by the share that the queue had
      long bytes = sentBytes[queue] - sinceBytes[queue];
      sinceBytes[queue] = sentBytes[queue];
      loads[queue] = bytes / line;
      all += loads[queue];
      ofStrict += isStrict(queue) ? loads[queue] : 0;
      active += bytes > 0 && !isStrict(queue) ? quanta[queue] : 0;
    }
    double higher = 0;
    for (int queue = PortQueues.COUNT - 1; queue > 0; queue--) {
      double share = 1 - higher;
      if (isStrict(queue)) {
        higher += loads[queue];
      } else {
        int sharing = active + (loads[queue] > 0 ? 0 : quanta[queue]);
        share = Math.max((1 - ofStrict) * quanta[queue] / sharing, 1 - all + loads[queue]);
      }
      lineByShare[queue] = Math.min(MOST, 1 / Math.clamp(share, 1 / MOST, 1));
    }
    sincePs = nowPs;
  }

  private boolean isStrict(int queue) {
    return (strict >> queue & 1) != 0;
  }
}
