package dev.inflight.lab.result;

import dev.inflight.lab.statistics.Quantile;
import dev.inflight.sim.record.PortName;
import dev.inflight.sim.record.PortTotals;
import dev.inflight.sim.record.QueueHistogram;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Queue lengths of switch ports, from samples in bins of 1000 bytes: a percentile is the upper edge of its bin, at most
 * the longest queue, and 0 in the first bin.
 *
 * @param all all ports together
 * @param byPort each port
 * @param bins samples of all ports by length, short queues first; only lengths that were seen
 */
public record QueueStats(Lengths all, List<OfPort> byPort, List<Bin> bins) {
  private static final int BIN_BYTES = QueueHistogram.BIN_BYTES;

  /** Sampled lengths; only the longest queue is exact. */
  public record Lengths(long samples, long p50Bytes, long p95Bytes, long p99Bytes, long maxBytes, double meanBytes) {
  }

  /**
   * Number of samples of a length.
   *
   * @param largestBytes longest queue of the bin, in bytes; 0 for the first bin
   * @param samples number of samples
   */
  public record Bin(long largestBytes, long samples) {
  }

  /** Lengths of one port. */
  public record OfPort(PortName port, Lengths lengths) {
  }

  /**
   * Returns the statistics of the switch ports among these ports.
   *
   * @param most maximum number of samples, so that samples after the end of the traffic do not dominate
   */
  static QueueStats of(List<PortTotals> ports, long most) {
    var byPort = new ArrayList<OfPort>();
    long[] total = new long[1];
    long max = 0;
    for (PortTotals port : ports) {
      if (!port.ofSwitch()) {
        continue;
      }
      long[] bins = port.queueBins().clone();
      bins[0] = Math.max(0, bins[0] - Math.max(0, Arrays.stream(bins).sum() - most));
      byPort.add(new OfPort(port.port(), lengths(bins, port.longestQueueBytes())));
      if (bins.length > total.length) {
        total = Arrays.copyOf(total, bins.length);
      }
      for (int bin = 0; bin < bins.length; bin++) {
        total[bin] += bins[bin];
      }
      max = Math.max(max, port.longestQueueBytes());
    }
    return new QueueStats(lengths(total, max), byPort, bins(total, max));
  }

  private static List<Bin> bins(long[] samples, long maxBytes) {
    var bins = new ArrayList<Bin>();
    for (int bin = 0; bin < samples.length; bin++) {
      if (samples[bin] > 0) {
        bins.add(new Bin(edgeBytes(bin, maxBytes), samples[bin]));
      }
    }
    return bins;
  }

  /** Value of a bin's samples in bytes: its upper edge, at most the longest queue, and 0 in the first bin. */
  private static long edgeBytes(int bin, long maxBytes) {
    return bin == 0 ? 0 : Math.min(maxBytes, (bin + 1L) * BIN_BYTES);
  }

  /** Port with the longest queues, by p99, then by maximum. */
  public OfPort longest() {
    return byPort.stream().max(QueueStats::compare).orElseThrow();
  }

  private static int compare(OfPort a, OfPort b) {
    int byP99 = Long.compare(a.lengths().p99Bytes(), b.lengths().p99Bytes());
    return byP99 != 0 ? byP99 : Long.compare(a.lengths().maxBytes(), b.lengths().maxBytes());
  }

  /** Quantile of the samples of all ports; 0 without samples. */
  public long quantileBytes(double share) {
    int at = Quantile.classOf(bins.stream().mapToLong(Bin::samples).toArray(), share);
    return at < 0 ? 0 : bins.get(at).largestBytes();
  }

  private static Lengths lengths(long[] bins, long maxBytes) {
    long samples = Arrays.stream(bins).sum();
    double sum = 0;
    for (int bin = 1; bin < bins.length; bin++) {
      sum += bins[bin] * (bin + 0.5) * BIN_BYTES;
    }
    return new Lengths(samples, Math.min(maxBytes, percentile(bins, 0.5)), Math.min(maxBytes, percentile(bins, 0.95)),
        Math.min(maxBytes, percentile(bins, 0.99)), maxBytes, samples == 0 ? 0 : Math.min(maxBytes, sum / samples));
  }

  private static long percentile(long[] bins, double share) {
    int bin = Quantile.classOf(bins, share);
    return bin <= 0 ? 0 : (bin + 1L) * BIN_BYTES;
  }
}
