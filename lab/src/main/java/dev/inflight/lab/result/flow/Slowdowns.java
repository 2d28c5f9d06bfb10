package dev.inflight.lab.result.flow;

import dev.inflight.lab.statistics.Quantile;
import dev.inflight.lab.statistics.RankSelection;
import dev.inflight.sim.setup.FlowClass;
import dev.inflight.sim.setup.Setup;
import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import java.util.function.Supplier;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Percentiles of finished flows' slowdowns.
 *
 * @param all over all flows; null without flows
 * @param bySize by flow size, small flows first
 */
public record Slowdowns(@Nullable Bucket all, List<Bucket> bySize) {
  private static final int MOST_BUCKETS = 10;
  private static final int FLOWS_PER_BUCKET = 200;

  /** Largest slowdown; null without flows. */
  public @Nullable Double largest() {
    return all == null ? null : all.percentiles().max();
  }

  /**
   * Flows of similar size.
   *
   * @param smallestBytes smallest flow size
   * @param largestBytes largest flow size
   */
  public record Bucket(long smallestBytes, long largestBytes, int flows, double mean, Percentiles percentiles) {
  }

  /**
   * Percentiles of any values.
   *
   * @param p50 the median
   */
  public record Percentiles(double p50, double p95, double p99, double max) {
    /** Names of the percentiles. */
    public static final List<String> NAMES = List.of("p50", "p95", "p99", "max");

    /** Returns the percentiles of values in ascending order; null without values. */
    public static @Nullable Percentiles of(double[] sorted) {
      return sorted.length == 0
          ? null
          : new Percentiles(Quantile.of(sorted, 0.5), Quantile.of(sorted, 0.95), Quantile.of(sorted, 0.99),
              sorted[sorted.length - 1]);
    }

    /** Returns the percentiles of finished flows' FCTs in ps; null without flows. */
    public static @Nullable Percentiles ofFctPs(FinishedFlows flows) {
      int count = flows.count();
      if (count == 0) {
        return null;
      }
      long[] values = RankSelection.at(() -> IntStream.range(0, count).mapToLong(flows::fctPs), count, ranks(count));
      return new Percentiles(values[0], values[1], values[2], values[3]);
    }

    /** Returns the percentiles of one or more nonnegative values. */
    private static Percentiles of(Supplier<DoubleStream> values, int count) {
      // Bits of nonnegative doubles have the order of the values.
      long[] bits = RankSelection.at(() -> values.get().mapToLong(Double::doubleToLongBits), count, ranks(count));
      return new Percentiles(Double.longBitsToDouble(bits[0]), Double.longBitsToDouble(bits[1]), Double.longBitsToDouble(bits[2]),
          Double.longBitsToDouble(bits[3]));
    }

    private static long[] ranks(int count) {
      return DoubleStream.of(0.5, 0.95, 0.99, 1).mapToLong(share -> Quantile.rank(share, count)).toArray();
    }

    /** Returns the four percentiles in order. */
    public List<Double> values() {
      return List.of(p50, p95, p99, max);
    }
  }

  /** Percentiles over all flows; null without flows. */
  public @Nullable Percentiles percentiles() {
    return all == null ? null : all.percentiles;
  }

  /**
   * Class of flows.
   *
   * @param rules definition of the class; without a name: flows of no class
   * @param flows number of its flows
   * @param finished slowdowns of its finished flows; null if none finished
   */
  public record OfClass(FlowClass rules, int flows, @Nullable Bucket finished) {
  }

  /** Returns the slowdowns by class, flows without a class first, if any; empty in a run without classes. */
  public static List<OfClass> byClass(Setup setup, FinishedFlows finished) {
    var all = new ArrayList<OfClass>();
    if (setup.classes().isEmpty()) {
      return all;
    }
    List<FlowClass> classes = setup.flowClasses();
    for (int number = 0; number < classes.size(); number++) {
      int wanted = number;
      int flows = (int) IntStream.range(0, setup.flows().count()).filter(row -> setup.flows().flowClass(row) == wanted).count();
      if (flows == 0) {
        continue; // all flows have classes, and there are some
      }
      Supplier<IntStream> ofClass = () -> IntStream.range(0, finished.count()).filter(n -> finished.flowClass(n) == wanted);
      all.add(new OfClass(classes.get(number), flows, bucket(ofClass, finished::sizeBytes, finished::slowdown)));
    }
    return all;
  }

  /** Returns the slowdowns of finished flows. */
  public static Slowdowns of(FinishedFlows flows) {
    return of(flows.count(), flows::sizeBytes, flows::slowdown);
  }

  /**
   * Returns the slowdowns by deciles of the flows, or in fewer parts for few flows. Flows of one size are in one part.
   *
   * @param sizes sizes of the flows in bytes; the parts depend only on the sizes
   * @param values slowdowns of the flows
   */
  public static Slowdowns of(long[] sizes, double[] values) {
    return of(sizes.length, n -> sizes[n], n -> values[n]);
  }

  private static Slowdowns of(int count, IntToLongFunction sizes, IntToDoubleFunction values) {
    Bucket all = bucket(() -> IntStream.range(0, count), sizes, values);
    return new Slowdowns(all, all == null ? List.of() : bySize(count, sizes, values));
  }

  private static List<Bucket> bySize(int count, IntToLongFunction sizes, IntToDoubleFunction values) {
    int parts = Math.clamp(count / FLOWS_PER_BUCKET, 1, MOST_BUCKETS);
    long[] edges = RankSelection.at(() -> IntStream.range(0, count).mapToLong(sizes), count,
        IntStream.rangeClosed(1, parts).mapToLong(part -> Quantile.rank(part, parts, count)).toArray());
    byte[] partOf = new byte[count];
    for (int n = 0; n < count; n++) {
      long sizeBytes = sizes.applyAsLong(n);
      while (sizeBytes > edges[partOf[n]]) {
        partOf[n]++;
      }
    }
    var buckets = new ArrayList<Bucket>();
    for (int part = 0; part < parts; part++) {
      int wanted = part;
      Bucket found = bucket(() -> IntStream.range(0, count).filter(n -> partOf[n] == wanted), sizes, values);
      if (found != null) {
        buckets.add(found);
      }
    }
    return buckets;
  }

  /** Returns the slowdowns of the flows with these numbers; null without flows. */
  private static @Nullable Bucket bucket(Supplier<IntStream> flows, IntToLongFunction sizes, IntToDoubleFunction values) {
    LongSummaryStatistics ofSizes = flows.get().mapToLong(sizes).summaryStatistics();
    int count = (int) ofSizes.getCount();
    if (count == 0) {
      return null;
    }
    Supplier<DoubleStream> ofFlows = () -> flows.get().mapToDouble(values);
    return new Bucket(ofSizes.getMin(), ofSizes.getMax(), count, ofFlows.get().sum() / count, Percentiles.of(ofFlows, count));
  }
}
