package dev.inflight.lab.result;

import dev.inflight.lab.statistics.Quantile;
import dev.inflight.sim.setup.FlowClass;
import dev.inflight.sim.setup.Setup;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Percentiles of finished flows' slowdowns.
 *
 * @param all over all flows; null when there are none
 * @param bySize by flow size, small flows first
 */
public record Slowdowns(@Nullable Bucket all, List<Bucket> bySize) {
  private static final int MOST_BUCKETS = 10;
  private static final int FLOWS_PER_BUCKET = 200;

  /**
   * Flows of similar size.
   *
   * @param smallestBytes the smallest of them
   * @param largestBytes the largest of them
   */
  public record Bucket(long smallestBytes, long largestBytes, int flows, double mean, Percentiles percentiles) {
  }

  /**
   * Percentiles of whatever values.
   *
   * @param p50 the median
   */
  public record Percentiles(double p50, double p95, double p99, double max) {
    /** What they are called. */
    public static final List<String> NAMES = List.of("p50", "p95", "p99", "max");

    /** Of values in rising order; null when there are none. */
    public static @Nullable Percentiles of(double[] sorted) {
      return sorted.length == 0
          ? null
          : new Percentiles(Quantile.of(sorted, 0.5), Quantile.of(sorted, 0.95), Quantile.of(sorted, 0.99),
              sorted[sorted.length - 1]);
    }

    /** These four in order. */
    public List<Double> values() {
      return List.of(p50, p95, p99, max);
    }
  }

  /** Over all flows; null when there are none. */
  public @Nullable Percentiles percentiles() {
    return all == null ? null : all.percentiles;
  }

  /**
   * A class of flows.
   *
   * @param rules what was said of it; without a name: flows of no class
   * @param flows how many it has
   * @param finished those that finished; null when none did
   */
  public record OfClass(FlowClass rules, int flows, @Nullable Bucket finished) {
  }

  /** By class, first of the flows that belong to none, if there are any; empty in a run without classes. */
  static List<OfClass> byClass(Setup setup, RunRecorder recorder) {
    var all = new ArrayList<OfClass>();
    if (setup.classes().isEmpty()) {
      return all;
    }
    List<FlowClass> classes = setup.flowClasses();
    for (int number = 0; number < classes.size(); number++) {
      int wanted = number;
      int flows = (int) IntStream.range(0, setup.flows().count()).filter(row -> setup.flows().flowClass(row) == wanted).count();
      if (flows == 0) {
        continue; // all are in classes, and none is empty
      }
      int[] finished = IntStream.range(0, recorder.count()).filter(n -> recorder.flowClass(n) == wanted).toArray();
      long[] sizes = IntStream.of(finished).mapToLong(recorder::sizeBytes).toArray();
      double[] values = IntStream.of(finished).mapToDouble(recorder::slowdown).toArray();
      all.add(new OfClass(classes.get(number), flows, of(sizes, values).all));
    }
    return all;
  }

  /** Of the flows that have finished. */
  static Slowdowns of(RunRecorder recorder) {
    int count = recorder.count();
    long[] sizes = new long[count];
    Arrays.setAll(sizes, recorder::sizeBytes);
    return of(sizes, recorder.slowdowns());
  }

  /**
   * By deciles of the flows, or fewer parts when there are few flows; flows of one size stay together.
   *
   * @param sizes of the flows; other values for the same sizes fall into the same parts
   * @param values their slowdowns
   */
  public static Slowdowns of(long[] sizes, double[] values) {
    int count = sizes.length;
    if (count == 0) {
      return new Slowdowns(null, List.of());
    }
    long[] sorted = sizes.clone();
    Arrays.sort(sorted);
    double[] all = values.clone();
    Arrays.sort(all);
    return new Slowdowns(bucket(sorted[0], sorted[count - 1], all), buckets(sizes, sorted, values));
  }

  private static List<Bucket> buckets(long[] sizes, long[] sorted, double[] values) {
    int count = sorted.length;
    int parts = Math.clamp(count / FLOWS_PER_BUCKET, 1, MOST_BUCKETS);
    long[] edges = new long[parts];
    for (int part = 0; part < parts; part++) {
      edges[part] = sorted[(int) Quantile.rank(part + 1, parts, count) - 1];
    }
    byte[] bucketOf = new byte[count];
    int[] filled = new int[parts];
    for (int n = 0; n < count; n++) {
      int part = 0;
      while (sizes[n] > edges[part]) {
        part++;
      }
      bucketOf[n] = (byte) part;
      filled[part]++;
    }
    var buckets = new ArrayList<Bucket>();
    int from = 0;
    for (int part = 0; part < parts; part++) {
      if (filled[part] > 0) {
        buckets.add(bucket(sorted[from], sorted[from + filled[part] - 1], valuesOf(values, bucketOf, part, filled[part])));
        from += filled[part];
      }
    }
    return buckets;
  }

  private static double[] valuesOf(double[] values, byte[] bucketOf, int part, int count) {
    double[] found = new double[count];
    int at = 0;
    for (int n = 0; n < bucketOf.length; n++) {
      if (bucketOf[n] == part) {
        found[at++] = values[n];
      }
    }
    Arrays.sort(found);
    return found;
  }

  private static Bucket bucket(long smallest, long largest, double[] sorted) {
    return new Bucket(smallest, largest, sorted.length, Arrays.stream(sorted).sum() / sorted.length,
        Objects.requireNonNull(Percentiles.of(sorted)));
  }
}
