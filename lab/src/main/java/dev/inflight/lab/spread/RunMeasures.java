package dev.inflight.lab.spread;

import dev.inflight.lab.result.SummaryFile;
import dev.inflight.lab.result.schema.ComparedValue;
import dev.inflight.lab.statistics.Quantile;
import dev.inflight.lab.store.StoredRun;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Measures of runs with the same flows: end times, FCTs, slowdowns, queue lengths, and the values by which runs are compared. */
public final class RunMeasures {
  /** Key of the longest job's duration. */
  public static final String LONGEST_JOB = "jobSeconds";
  /** Key of the simulated time. */
  public static final String END = "endSeconds";
  /** Key of the mean FCT. */
  public static final String FCT_MEAN = "fctMeanSeconds";
  /** Key of the median FCT. */
  public static final String FCT_P50 = "fctP50Seconds";
  /** Key of the FCT's 99th percentile. */
  public static final String FCT_P99 = "fctP99Seconds";
  /** Key of the queue length's 95th percentile. */
  public static final String QUEUE_P95 = "queueP95Bytes";

  private static final double PS_PER_S = 1e12;
  private static final double P50 = 0.5;
  private static final double P99 = 0.99;

  private RunMeasures() {
  }

  /**
   * Returns the measures that all runs have, in the order of tables.
   *
   * @param times FCTs in the same runs
   */
  static List<MeasureSpread> of(List<StoredRun> runs, FlowTimes times) {
    return ofAny(runs, times).stream().filter(MeasureSpread::isKnownToAll).toList();
  }

  /** Returns all measures, including those that some runs lack. */
  public static List<MeasureSpread> ofAny(List<StoredRun> runs, FlowTimes times) {
    var measures = new ArrayList<MeasureSpread>();
    add(LONGEST_JOB, "longest job", "s", runs, RunMeasures::longestJob, measures);
    add(END, "end of the run", "s", runs, summary -> summary.decimal("simulatedSeconds"), measures);
    if (!times.fctPs().isEmpty()) {
      List<double[]> sorted = IntStream.range(0, runs.size()).mapToObj(times::sorted).toList();
      add(FCT_MEAN, "FCT mean", "s", runs.size(), member -> mean(sorted.get(member)) / PS_PER_S, measures);
      add(FCT_P50, "FCT p50", "s", runs.size(), member -> Quantile.of(sorted.get(member), P50) / PS_PER_S, measures);
      add(FCT_P99, "FCT p99", "s", runs.size(), member -> Quantile.of(sorted.get(member), P99) / PS_PER_S, measures);
      add("fctMaxSeconds", "FCT max", "s", runs.size(), member -> Quantile.of(sorted.get(member), 1) / PS_PER_S, measures);
      List<double[]> slowdowns = IntStream.range(0, runs.size()).mapToObj(times::slowdowns).toList();
      add("slowdownMean", "slowdown mean", "", runs.size(), member -> mean(slowdowns.get(member)), measures);
      add("slowdownP99", "slowdown p99", "", runs.size(), member -> Quantile.of(slowdowns.get(member), P99), measures);
    }
    add(QUEUE_P95, "queue p95", "B", runs, summary -> summary.decimal("queueBytes.p95"), measures);
    add("queueP99Bytes", "queue p99", "B", runs, summary -> summary.decimal("queueBytes.p99"), measures);
    add("queueMaxBytes", "queue max", "B", runs, summary -> summary.decimal("queueBytes.max"), measures);
    ComparedValue.ALL.stream().filter(value -> value.how().overSeeds()).forEach(value -> add(value.key(), value.how().title(),
        value.unitText(), runs, summary -> value.value().apply(summary::decimal), measures));
    return List.copyOf(measures);
  }

  private static double mean(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum / values.length;
  }

  private static void add(String key, String title, String unit, int members, IntToDoubleFunction of,
      List<MeasureSpread> measures) {
    measures.add(new MeasureSpread(key, title, unit, IntStream.range(0, members).mapToDouble(of).toArray()));
  }

  private static void add(String key, String title, String unit, List<StoredRun> runs, Function<SummaryFile, @Nullable Double> of,
      List<MeasureSpread> measures) {
    measures.add(ofSummaries(key, title, unit, runs, of));
  }

  /** Returns a measure from summaries of runs. */
  public static MeasureSpread ofSummaries(String key, String title, String unit, List<StoredRun> runs,
      Function<SummaryFile, @Nullable Double> of) {
    var values = new double[runs.size()];
    for (int member = 0; member < values.length; member++) {
      SummaryFile summary = runs.get(member).summary();
      Double value = summary == null ? null : of.apply(summary);
      values[member] = value == null ? Double.NaN : value;
    }
    return new MeasureSpread(key, title, unit, values);
  }

  /** Duration of the longest job in s; null without jobs, or if a job has not ended. */
  private static @Nullable Double longestJob(SummaryFile summary) {
    Double longest = null;
    for (int at = 0; at < summary.items("jobs"); at++) {
      Double seconds = summary.decimal("jobs[" + at + "].seconds");
      if (seconds == null) {
        return null;
      }
      longest = longest == null ? seconds : Double.max(longest, seconds);
    }
    return longest;
  }
}
