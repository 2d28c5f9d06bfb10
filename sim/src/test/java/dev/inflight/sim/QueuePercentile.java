package dev.inflight.sim;

import dev.inflight.net.switching.SwitchPort;
import dev.inflight.sim.record.QueueHistogram;
import dev.inflight.sim.record.QueueMonitor;
import java.util.Arrays;

/** Percentiles of queue lengths for tests. */
public final class QueuePercentile {
  private QueuePercentile() {
  }

  /**
   * The queue length that a share of all samples of all ports does not exceed, in bytes: the upper edge of its bin, 0 for the first one.
   *
   * @param share above 0 to 1
   */
  public static long bytes(QueueMonitor queues, double share) {
    long[] total = total(queues);
    long wanted = (long) StrictMath.ceil(share * Arrays.stream(total).sum());
    int bin = 0;
    for (long seen = total[0]; seen < wanted; seen += total[bin]) {
      bin++;
    }
    return bin == 0 ? 0 : (bin + 1L) * QueueHistogram.BIN_BYTES;
  }

  /** Samples of all ports together, by bin. */
  static long[] total(QueueMonitor queues) {
    long[] total = new long[1];
    for (SwitchPort port : queues.ports()) {
      long[] bins = queues.histogram(port);
      if (bins.length > total.length) {
        total = Arrays.copyOf(total, bins.length);
      }
      for (int bin = 0; bin < bins.length; bin++) {
        total[bin] += bins[bin];
      }
    }
    return total;
  }
}
