package dev.inflight.net.switching.queue;

import dev.inflight.telemetry.PortSnapshot;
import java.util.Arrays;

/**
 * What the queues of one port that share it by weights report of themselves, as if each were a link of its own (draft-miao-rtgwg-hpccplus §9.3).
 *
 * <p>A queue's rate B is what it could have had over the last interval: the line less what the other queues sent, and no less than its part by
 * weight among those that sent anything, of what strict queues left. Records of hops say the link's rate, or leave it to a table, so bytes
 * are reported in proportion: each counts as many times as B goes into the line. Bytes sent so, divided by the line's rate, are bytes sent by B,
 * and so are bytes queued.
 */
public final class QueueLoads {
  /** What a queue reports is at most this many times what it is, though strict queues leave it nothing. */
  private static final double MOST = 100;

  private double lineBytesPerPs;
  private final long intervalPs;
  private final long[] sentBytes = new long[PortQueues.COUNT];
  private final long[] sinceBytes = new long[PortQueues.COUNT];
  private final long[] countedBytes = new long[PortQueues.COUNT];
  private final double[] toldBytes = new double[PortQueues.COUNT];
  private final double[] loads = new double[PortQueues.COUNT];
  private final double[] lineByShare = new double[PortQueues.COUNT];
  private int strict;
  private int[] quanta = new int[PortQueues.COUNT];
  private long sincePs;
  private int leaving;
  private int leavingBytes;
  private int behindBytes;

  /**
   * Those of one port.
   *
   * @param rateBitsPerSec its link's rate, above 0
   * @param intervalPs the time over which is measured what each queue sends, above 0
   */
  public QueueLoads(long rateBitsPerSec, long intervalPs) {
    runAt(rateBitsPerSec);
    this.intervalPs = intervalPs;
    Arrays.fill(lineByShare, 1);
  }

  /** The link runs at this rate from now on, in bit/s, above 0. */
  public final void runAt(long rateBitsPerSec) {
    lineBytesPerPs = rateBitsPerSec / 8e12;
  }

  /**
   * How the queues share the port.
   *
   * @param first a bit for each queue that goes before all below it
   * @param weights of the others
   */
  void sharedBy(int first, int[] weights) {
    strict = first;
    quanta = weights;
  }

  /**
   * A packet is about to leave.
   *
   * @param queue where it waited
   * @param packetBytes its size
   * @param waitingBytes what waits behind it in that queue
   */
  void leaves(int queue, int packetBytes, int waitingBytes) {
    sentBytes[leaving] += leavingBytes;
    leaving = queue;
    leavingBytes = packetBytes;
    behindBytes = waitingBytes;
  }

  /** The packet that leaves has become longer by its telemetry. */
  public void grew(int bytes) {
    leavingBytes += bytes;
  }

  /** Puts the report of the leaving packet's queue in the place of the port's. */
  public void tell(PortSnapshot snapshot) {
    if (snapshot.nowPs - sincePs >= intervalPs) {
      measure(snapshot.nowPs);
    }
    count(leaving);
    snapshot.sentBytes = (long) toldBytes[leaving];
    snapshot.queueBytes = (long) (behindBytes * lineByShare[leaving]);
  }

  private void count(int queue) {
    toldBytes[queue] += (sentBytes[queue] - countedBytes[queue]) * lineByShare[queue];
    countedBytes[queue] = sentBytes[queue];
  }

  private void measure(long nowPs) {
    double line = (nowPs - sincePs) * lineBytesPerPs;
    double all = 0;
    double ofStrict = 0;
    int active = 0;
    for (int queue = 1; queue < PortQueues.COUNT; queue++) {
      count(queue); // what left until now, by the share that it had
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
