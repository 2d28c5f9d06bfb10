package dev.inflight.lab;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * How far two runs of the same flows agree: flow by flow, and in the distribution of slowdowns by size.
 *
 * @param flows flows of the first run
 * @param matched flows that both have
 * @param extra flows that only the second has
 * @param equal flows with the same completion time to the nanosecond
 * @param medianError median of the flows' relative errors
 * @param p99Error their 99th percentile
 * @param bias mean of the signed errors
 * @param bySize slowdowns by size
 */
record FctComparison(int flows, int matched, int extra, int equal, double medianError, double p99Error, double bias,
    List<Bucket> bySize) {
  private static final int MOST_BUCKETS = 10;
  private static final int FLOWS_PER_BUCKET = 200;
  private static final double[] SHARES = {0.5, 0.95, 0.99};

  /** Slowdowns of flows up to a size: p50, p95, p99 of the first run and of the second. */
  record Bucket(long largestBytes, double[] first, double[] second) {
    /** Relative difference of one percentile. */
    double difference(int percentile) {
      return second[percentile] / first[percentile] - 1;
    }
  }

  private record Pair(FctFile.Entry first, FctFile.Entry second) {
    double error() {
      return (double) second.fctNs() / first.fctNs() - 1;
    }
  }

  static FctComparison of(FctFile first, FctFile second) {
    var pairs = new ArrayList<Pair>();
    for (FctFile.Entry entry : first.entries()) {
      FctFile.Entry same = second.find(entry);
      if (same != null) {
        pairs.add(new Pair(entry, same));
      }
    }
    double[] errors = pairs.stream().mapToDouble(pair -> Math.abs(pair.error())).sorted().toArray();
    int equal = (int) pairs.stream().filter(pair -> pair.first.fctNs() == pair.second.fctNs()).count();
    boolean none = pairs.isEmpty();
    return new FctComparison(first.entries().size(), pairs.size(), second.entries().size() - pairs.size(), equal,
        none ? Double.NaN : Slowdowns.percentile(errors, 0.5), none ? Double.NaN : Slowdowns.percentile(errors, 0.99),
        pairs.stream().mapToDouble(Pair::error).average().orElse(Double.NaN), buckets(pairs));
  }

  private static List<Bucket> buckets(List<Pair> pairs) {
    var sorted = new ArrayList<>(pairs);
    sorted.sort(Comparator.comparingLong(pair -> pair.first.sizeBytes()));
    int count = sorted.size();
    int parts = count == 0 ? 0 : Math.clamp(count / FLOWS_PER_BUCKET, 1, MOST_BUCKETS);
    var buckets = new ArrayList<Bucket>();
    for (int part = 0; part < parts; part++) {
      List<Pair> here = sorted.subList((int) ((long) part * count / parts), (int) ((part + 1L) * count / parts));
      // Slowdown over the first run's standalone time, so that both sides are measured alike.
      double[] first = here.stream().mapToDouble(pair -> slowdown(pair.first.fctNs(), pair)).sorted().toArray();
      double[] second = here.stream().mapToDouble(pair -> slowdown(pair.second.fctNs(), pair)).sorted().toArray();
      buckets.add(new Bucket(here.getLast().first.sizeBytes(), percentiles(first), percentiles(second)));
    }
    return buckets;
  }

  private static double slowdown(long fctNs, Pair pair) {
    return Math.max(1, (double) fctNs / pair.first.standaloneNs());
  }

  private static double[] percentiles(double[] sorted) {
    return Arrays.stream(SHARES).map(share -> Slowdowns.percentile(sorted, share)).toArray();
  }

  /** The largest relative difference of one percentile over all sizes. */
  double worst(int percentile) {
    return bySize.stream().mapToDouble(bucket -> Math.abs(bucket.difference(percentile))).max().orElse(Double.NaN);
  }
}
