package dev.inflight.sim;

import dev.inflight.sim.record.QueueMonitor;
import java.util.Arrays;

/** Queue lengths as tests ask for them. */
final class QueuePercentile {
  private QueuePercentile() {
  }

  /**
   * The queue length that a share of all samples of all ports does not exceed, in bytes: the upper edge of its bin, 0 for the first one.
   *
   * @param share above 0 to 1
   */
  static long bytes(QueueMonitor queues, double share) {
    long[] total = queues.total();
    long wanted = (long) StrictMath.ceil(share * Arrays.stream(total).sum());
    int bin = 0;
    for (long seen = total[0]; seen < wanted; seen += total[bin]) {
      bin++;
    }
    return bin == 0 ? 0 : (bin + 1L) * QueueMonitor.BIN_BYTES;
  }
}
