package dev.inflight.lab;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Percentiles of flows' slowdowns, over all flows and by flow size. */
record Slowdowns(Bucket all, List<Bucket> bySize) {
  private static final int MOST_BUCKETS = 10;
  private static final int FLOWS_PER_BUCKET = 200;

  /**
   * Flows of similar size.
   *
   * @param smallestBytes the smallest of them
   * @param largestBytes the largest of them
   */
  record Bucket(long smallestBytes, long largestBytes, int flows, double mean, double p50, double p95, double p99, double max) {
  }

  /** By deciles of the flows, or fewer parts when there are few flows; flows of one size stay together. */
  static Slowdowns of(RunRecorder recorder) {
    int count = recorder.count();
    if (count == 0) {
      return new Slowdowns(new Bucket(0, 0, 0, 0, 0, 0, 0, 0), List.of());
    }
    long[] sizes = new long[count];
    double[] values = new double[count];
    for (int n = 0; n < count; n++) {
      sizes[n] = recorder.sizeBytes(n);
      values[n] = recorder.slowdown(n);
    }
    Arrays.sort(sizes);
    Arrays.sort(values);
    return new Slowdowns(bucket(sizes[0], sizes[count - 1], values), buckets(recorder, sizes));
  }

  private static List<Bucket> buckets(RunRecorder recorder, long[] sorted) {
    int count = sorted.length;
    int parts = Math.clamp(count / FLOWS_PER_BUCKET, 1, MOST_BUCKETS);
    long[] edges = new long[parts];
    for (int part = 0; part < parts; part++) {
      edges[part] = sorted[(int) ((part + 1L) * count / parts) - 1];
    }
    int[] bucketOf = new int[count];
    int[] filled = new int[parts];
    for (int n = 0; n < count; n++) {
      int part = 0;
      while (recorder.sizeBytes(n) > edges[part]) {
        part++;
      }
      bucketOf[n] = part;
      filled[part]++;
    }
    var buckets = new ArrayList<Bucket>();
    int from = 0;
    for (int part = 0; part < parts; part++) {
      if (filled[part] > 0) {
        buckets.add(bucket(sorted[from], sorted[from + filled[part] - 1], valuesOf(recorder, bucketOf, part, filled[part])));
        from += filled[part];
      }
    }
    return buckets;
  }

  private static double[] valuesOf(RunRecorder recorder, int[] bucketOf, int part, int count) {
    double[] values = new double[count];
    int found = 0;
    for (int n = 0; n < bucketOf.length; n++) {
      if (bucketOf[n] == part) {
        values[found++] = recorder.slowdown(n);
      }
    }
    Arrays.sort(values);
    return values;
  }

  private static Bucket bucket(long smallest, long largest, double[] sorted) {
    return new Bucket(smallest, largest, sorted.length, Arrays.stream(sorted).sum() / sorted.length, percentile(sorted, 0.5),
        percentile(sorted, 0.95), percentile(sorted, 0.99), sorted[sorted.length - 1]);
  }

  /** The value that this share of the values lies below. */
  static double percentile(double[] sorted, double share) {
    return sorted[Math.min(sorted.length - 1, (int) (share * sorted.length))];
  }
}
