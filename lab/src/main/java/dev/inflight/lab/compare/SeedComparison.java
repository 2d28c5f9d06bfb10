package dev.inflight.lab.compare;

import dev.inflight.lab.result.flow.Slowdowns;
import dev.inflight.lab.result.schema.ComparedValue;
import dev.inflight.lab.result.targets.TargetResult;
import dev.inflight.lab.targets.Targets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Experiments beside each other, each run with the same seeds: what is more than noise. The first one is what the others are measured
 * by.
 *
 * @param groups the experiments, in the order in which they were named
 * @param seeds those that all of them have
 * @param bySeed the runs of a seed beside each other, in the order of the groups
 * @param rows what was measured
 * @param jobs what was measured of each job that all runs have, in the order of A's first run
 */
public record SeedComparison(List<RunGroup> groups, List<Long> seeds, List<Comparison> bySeed, List<Row> rows,
    List<JobRows> jobs) {
  /**
   * A measure of a run.
   *
   * @param key what JSON calls it
   * @param title what the screen calls it
   * @param unit its unit; empty for a ratio or a count
   * @param of its value in a run; null when it is not known
   */
  record SeedMeasure(String key, String title, String unit, Function<Comparison.Side, @Nullable Double> of) {
  }

  /**
   * A measure of all experiments.
   *
   * @param values by experiment, then by seed
   * @param toFirst the others beside the first
   */
  record Row(SeedMeasure measure, List<double[]> values, List<PairedDifference> toFirst) {
  }

  /**
   * Measures of a job in all experiments.
   *
   * @param name the job's name
   * @param ranks how many ranks it has
   * @param rows what was measured; a measure that a run does not have is left out
   */
  record JobRows(String name, long ranks, List<Row> rows) {
  }

  static final List<SeedMeasure> MEASURES = Stream.concat(Stream.of(
      new SeedMeasure("slowdownMean", "slowdown mean", "", side -> of(side.slowdowns().all(), Slowdowns.Bucket::mean)),
      new SeedMeasure("slowdownP50", "slowdown p50", "", side -> of(side.slowdowns().percentiles(), Slowdowns.Percentiles::p50)),
      new SeedMeasure("slowdownP95", "slowdown p95", "", side -> of(side.slowdowns().percentiles(), Slowdowns.Percentiles::p95)),
      new SeedMeasure("slowdownP99", "slowdown p99", "", side -> of(side.slowdowns().percentiles(), Slowdowns.Percentiles::p99)),
      new SeedMeasure("fctMaxSeconds", "last flow", "s", side -> of(side.fctPs(), percentiles -> percentiles.max() / 1e12)),
      new SeedMeasure("jobSeconds", "longest job", "s", SeedComparison::longestJob),
      new SeedMeasure("busBitsPerSecond", "least bus rate", "bit/s", SeedComparison::leastBusRate),
      new SeedMeasure("queueP99Bytes", "queue p99", "B", side -> whole(side, "queueBytes.p99")),
      new SeedMeasure("queueMaxBytes", "queue max", "B", side -> whole(side, "queueBytes.max"))),
      ComparedValue.ALL.stream().filter(value -> value.how().overSeeds())
          .map(value -> new SeedMeasure(value.key(), value.how().title(), value.unitText(), side -> side.run().value(value))))
      .toList();

  private static <T> @Nullable Double of(@Nullable T part, Function<T, @Nullable Double> value) {
    return part == null ? null : value.apply(part);
  }

  /** None without jobs, or where one has not ended. */
  private static @Nullable Double longestJob(Comparison.Side side) {
    Double longest = null;
    for (ComparedJob job : side.jobs()) {
      if (job.seconds() == null) {
        return null;
      }
      longest = longest == null ? job.seconds() : Double.max(longest, job.seconds());
    }
    return longest;
  }

  private static @Nullable Double leastBusRate(Comparison.Side side) {
    return side.jobs().stream().map(ComparedJob::busBitsPerSec).filter(Objects::nonNull).min(Double::compare).orElse(null);
  }

  private static @Nullable Double whole(Comparison.Side side, String key) {
    Long value = side.run().whole(key);
    return value == null ? null : value.doubleValue();
  }

  /** The comparison; null unless there are two experiments or more, and two seeds or more that all of them have. */
  public static @Nullable SeedComparison of(List<ComparedRun> runs) {
    List<RunGroup> groups = RunGroup.of(runs);
    List<Long> seeds = groups.getFirst().bySeed().keySet().stream()
        .filter(seed -> groups.stream().allMatch(group -> group.bySeed().containsKey(seed))).toList();
    if (groups.size() < 2 || seeds.size() < 2) {
      return null;
    }
    List<Comparison> bySeed = seeds.stream()
        .map(seed -> Comparison.of(groups.stream().map(group -> Objects.requireNonNull(group.bySeed().get(seed))).toList()))
        .toList();
    return new SeedComparison(groups, seeds, bySeed, rows(MEASURES, bySeed, groups.size()), jobs(runs, bySeed, groups.size()));
  }

  private static List<Row> rows(List<SeedMeasure> measures, List<Comparison> bySeed, int groups) {
    return measures.stream().map(measure -> row(measure, bySeed, groups)).filter(Objects::nonNull).toList();
  }

  private static List<JobRows> jobs(List<ComparedRun> runs, List<Comparison> bySeed, int groups) {
    CollectiveTimes times = CollectiveTimes.of(runs);
    return bySeed.getFirst().sides().getFirst().jobs().stream()
        .filter(job -> bySeed.stream().flatMap(of -> of.sides().stream()).allMatch(side -> same(side, job) != null))
        .map(job -> new JobRows(job.name(), job.ranks(), rows(measures(job, times), bySeed, groups))).toList();
  }

  private static List<SeedMeasure> measures(ComparedJob job, CollectiveTimes times) {
    var measures = new ArrayList<>(List.of(
        new SeedMeasure("seconds", "duration", "s", side -> of(same(side, job), ComparedJob::seconds)),
        new SeedMeasure("exposedShare", "exposed", "share", side -> of(same(side, job), ComparedJob::exposedShare)),
        new SeedMeasure("busBitsPerSecond", "bus rate", "bit/s", side -> of(same(side, job), ComparedJob::busBitsPerSec))));
    times.kinds(job.name()).forEach(kind -> measures
        .add(new SeedMeasure(kind + ".meanSeconds", kind, "s", side -> times.meanSeconds(side.run(), job.name(), kind))));
    return measures;
  }

  /** The job of a run that is the same as another one's; null where the run has none. */
  private static @Nullable ComparedJob same(Comparison.Side side, ComparedJob job) {
    return side.jobs().stream().filter(job::isSame).findFirst().orElse(null);
  }

  /** Names of jobs that some runs have, and others have not or not the same. */
  public List<String> otherJobs() {
    return bySeed.stream().flatMap(of -> of.sides().stream()).flatMap(side -> side.jobs().stream()).map(ComparedJob::name)
        .distinct().filter(name -> jobs.stream().noneMatch(job -> job.name.equals(name))).toList();
  }

  private static @Nullable Row row(SeedMeasure measure, List<Comparison> bySeed, int groups) {
    var values = new ArrayList<double[]>();
    for (int group = 0; group < groups; group++) {
      var ofGroup = new double[bySeed.size()];
      for (int seed = 0; seed < ofGroup.length; seed++) {
        Double value = measure.of.apply(bySeed.get(seed).sides().get(group));
        if (value == null) {
          return null; // not known of all runs
        }
        ofGroup[seed] = value;
      }
      values.add(ofGroup);
    }
    return new Row(measure, values,
        values.stream().skip(1).map(others -> PairedDifference.of(values.getFirst(), others)).toList());
  }

  /** The targets of all runs. */
  List<String> targets() {
    return groups.stream().flatMap(group -> group.bySeed().values().stream())
        .flatMap(run -> Targets.in(run.summary()).stream().map(TargetResult::text)).distinct().toList();
  }

  /** Whether each run of an experiment that has a target meets it. */
  List<Boolean> met(String target, int group) {
    return groups.get(group).bySeed().values().stream()
        .flatMap(run -> Targets.in(run.summary()).stream().filter(result -> result.text().equals(target)).limit(1))
        .map(TargetResult::met).toList();
  }

  /** What each experiment is called in tables: its letter, and what its scenario differs in. */
  List<String> names() {
    return ComparisonTables.names(groups.stream().map(RunGroup::scenario).toList());
  }

  /** Slowdowns of the flows of all seeds together, by size, class and port. */
  List<SlowdownSplit> splits() {
    return bySeed.stream().allMatch(seed -> seed.common().isEmpty()) ? List.of() : SlowdownSplit.of(bySeed);
  }

  /** How many of the named runs have a seed that not all experiments have. */
  int unpaired() {
    return groups.stream().mapToInt(group -> group.bySeed().size()).sum() - groups.size() * seeds.size();
  }

  /** Whether the runs of each seed have the same flows. */
  public boolean sameFlows() {
    return bySeed.stream().allMatch(Comparison::sameFlows);
  }
}
