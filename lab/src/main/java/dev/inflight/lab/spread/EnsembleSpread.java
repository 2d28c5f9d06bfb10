package dev.inflight.lab.spread;

import dev.inflight.lab.ensemble.Draw;
import dev.inflight.lab.experiment.Experiment;
import dev.inflight.lab.result.SummaryFile;
import dev.inflight.lab.result.schema.ComparedValue;
import dev.inflight.lab.statistics.Quantile;
import dev.inflight.lab.store.StoredRun;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * How far the members of an ensemble are apart: what of a difference between two runs a few picoseconds make. Completion times are those of the flows that
 * all members finished.
 *
 * @param name what its scenario differs in from those of the other ensembles; empty of one alone
 * @param seed the seed of all members
 * @param members their numbers, in order; two or more
 * @param runs the folders of their runs, in the same order
 * @param measures what was measured of each member
 * @param flows how far the times of each flow are apart
 */
public record EnsembleSpread(String name, long seed, List<Integer> members, List<StoredRun> runs, List<MeasureSpread> measures,
    FlowSpread flows) {
  private static final double PS_PER_S = 1e12;
  private static final double P50 = 0.5;
  private static final double P99 = 0.99;

  /** Those of some runs, each of one experiment and seed; of runs that ended early nothing is known. */
  public static List<EnsembleSpread> of(List<StoredRun> runs) {
    var found = new ArrayList<EnsembleSpread>();
    List<Experiment> experiments = Experiment.of(runs.stream().filter(run -> !run.state().isPartial()).toList());
    for (Experiment experiment : experiments) {
      Map<Long, List<StoredRun>> bySeed = new TreeMap<>();
      experiment.runs().forEach(run -> {
        Long seed = run.summary() == null ? null : run.summary().whole("seed");
        if (seed != null) {
          bySeed.computeIfAbsent(seed, _ -> new ArrayList<>()).add(run);
        }
      });
      bySeed.forEach((seed, members) -> {
        if (members.size() > 1) {
          found.add(of(experiments.size() > 1 ? experiment.label() : "", seed, members));
        }
      });
    }
    return found;
  }

  private static EnsembleSpread of(String name, long seed, List<StoredRun> unsorted) {
    List<StoredRun> runs = unsorted.stream().sorted(Comparator.comparingInt(EnsembleSpread::member)).toList();
    FlowTimes times = FlowTimes.read(runs);
    return new EnsembleSpread(name, seed, runs.stream().map(EnsembleSpread::member).toList(), runs, measures(runs, times),
        FlowSpread.of(times.names(), times.fctPs(), times.leftOut()));
  }

  private static int member(StoredRun run) {
    return Draw.memberOf(Experiment.scenario(run));
  }

  private static List<MeasureSpread> measures(List<StoredRun> runs, FlowTimes times) {
    var measures = new ArrayList<MeasureSpread>();
    add("jobSeconds", "longest job", "s", runs, EnsembleSpread::longestJob, measures);
    add("endSeconds", "end of the run", "s", runs, summary -> summary.decimal("simulatedSeconds"), measures);
    if (!times.fctPs().isEmpty()) {
      List<double[]> sorted = IntStream.range(0, runs.size()).mapToObj(times::sorted).toList();
      add("fctMeanSeconds", "FCT mean", "s", runs.size(), member -> mean(sorted.get(member)) / PS_PER_S, measures);
      add("fctP50Seconds", "FCT p50", "s", runs.size(), member -> Quantile.of(sorted.get(member), P50) / PS_PER_S, measures);
      add("fctP99Seconds", "FCT p99", "s", runs.size(), member -> Quantile.of(sorted.get(member), P99) / PS_PER_S, measures);
      add("fctMaxSeconds", "FCT max", "s", runs.size(), member -> Quantile.of(sorted.get(member), 1) / PS_PER_S, measures);
      List<double[]> slowdowns = IntStream.range(0, runs.size()).mapToObj(times::slowdowns).toList();
      add("slowdownMean", "slowdown mean", "", runs.size(), member -> mean(slowdowns.get(member)), measures);
      add("slowdownP99", "slowdown p99", "", runs.size(), member -> Quantile.of(slowdowns.get(member), P99), measures);
    }
    add("queueP95Bytes", "queue p95", "B", runs, summary -> summary.decimal("queueBytes.p95"), measures);
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

  /** Adds what the summaries of all members have. */
  private static void add(String key, String title, String unit, List<StoredRun> runs, Function<SummaryFile, @Nullable Double> of,
      List<MeasureSpread> measures) {
    var values = new double[runs.size()];
    for (int member = 0; member < values.length; member++) {
      SummaryFile summary = runs.get(member).summary();
      Double value = summary == null ? null : of.apply(summary);
      if (value == null) {
        return;
      }
      values[member] = value;
    }
    measures.add(new MeasureSpread(key, title, unit, values));
  }

  /** None without jobs, or where one has not ended. */
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

  /** What it is called: how many members it has, and of what. */
  public String title() {
    return "ensemble of " + members.size() + " members, seed " + seed + (name.isEmpty() ? "" : ": " + name);
  }
}
