package dev.inflight.lab.compare;

import dev.inflight.lab.ensemble.Draw;
import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.result.flow.Slowdowns;
import dev.inflight.lab.result.schema.ComparedValue;
import dev.inflight.lab.result.targets.TargetResult;
import dev.inflight.lab.targets.Targets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Comparison of experiments with the same seeds and members of ensembles: differences that exceed noise. The first experiment is
 * the baseline. Members of one seed share its traffic, so over several seeds a seed counts once, with the mean over its members.
 *
 * @param groups the experiments, in the order in which they were named
 * @param draws seeds and members of ensembles that all experiments have
 * @param byDraw comparison of the runs of each draw, in the order of the groups
 * @param pairs comparisons of the first experiment with each other one, draw by draw
 * @param rows measures of runs
 * @param jobs measures of each job that all runs have, in the order of A's first run
 */
public record SeedComparison(List<RunGroup> groups, List<Draw> draws, List<Comparison> byDraw, List<List<Comparison>> pairs,
    List<Row> rows, List<JobRows> jobs) {
  /**
   * Measure of a run.
   *
   * @param key name in JSON
   * @param title name on the screen
   * @param unit unit of the value; empty for a ratio or a count
   * @param of returns its value in a run; null when it is unknown
   */
  record SeedMeasure(String key, String title, String unit, Function<Comparison.Side, @Nullable Double> of) {
  }

  /**
   * Measure of all experiments.
   *
   * @param toFirst differences of the others from the first, each over their common draws; null where a run lacks the measure
   */
  record Row(SeedMeasure measure, List<@Nullable PairedDifference> toFirst) {
    /** Difference of an experiment from the first; null where a run of one of them lacks the measure. */
    @Nullable
    PairedDifference of(int experiment) {
      return toFirst.get(experiment - 1);
    }
  }

  /**
   * Measures of a job in all experiments.
   *
   * @param name name of the job
   * @param ranks number of ranks of the job
   * @param rows measures that all runs have
   */
  record JobRows(String name, long ranks, List<Row> rows) {
  }

  private static final int MOST_NAMED = 5;

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

  /** Duration of the longest job, in seconds; null without jobs, or where one has not ended. */
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

  /** Compares runs; returns null unless there are two or more experiments, which have two or more draws in common. */
  public static @Nullable SeedComparison of(List<ComparedRun> runs) {
    List<RunGroup> groups = RunGroup.of(runs);
    List<Draw> draws = groups.getFirst().byDraw().keySet().stream()
        .filter(seed -> groups.stream().allMatch(group -> group.byDraw().containsKey(seed))).toList();
    if (groups.size() < 2 || draws.size() < 2) {
      return null;
    }
    List<Comparison> byDraw = draws.stream()
        .map(seed -> Comparison.of(groups.stream().map(group -> Objects.requireNonNull(group.byDraw().get(seed))).toList()))
        .toList();
    List<List<Comparison>> pairs = IntStream.range(1, groups.size())
        .mapToObj(other -> byDraw.stream().map(seed -> seed.pair(other)).toList()).toList();
    return new SeedComparison(groups, draws, byDraw, pairs, rows(MEASURES, draws, pairs), jobs(runs, draws, byDraw, pairs));
  }

  private static List<Row> rows(List<SeedMeasure> measures, List<Draw> draws, List<List<Comparison>> pairs) {
    return measures.stream().map(
        measure -> new Row(measure,
            pairs.stream().<@Nullable PairedDifference>map(pair -> difference(measure, draws, pair)).toList()))
        .filter(row -> row.toFirst.stream().anyMatch(Objects::nonNull)).toList();
  }

  /** Returns the rows that both the first experiment and an experiment, counted from 1, have. */
  static List<Row> known(List<Row> rows, int other) {
    return rows.stream().filter(row -> row.of(other) != null).toList();
  }

  private static List<JobRows> jobs(List<ComparedRun> runs, List<Draw> draws, List<Comparison> byDraw,
      List<List<Comparison>> pairs) {
    CollectiveTimes times = CollectiveTimes.of(runs);
    return byDraw.getFirst().sides().getFirst().jobs().stream()
        .filter(job -> byDraw.stream().flatMap(of -> of.sides().stream()).allMatch(side -> same(side, job) != null))
        .map(job -> new JobRows(job.name(), job.ranks(), rows(measures(job, times), draws, pairs))).toList();
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

  /** Returns the job of a run that is the same as another run's job; null where the run has none. */
  private static @Nullable ComparedJob same(Comparison.Side side, ComparedJob job) {
    return side.jobs().stream().filter(job::isSame).findFirst().orElse(null);
  }

  /** Names of jobs that some runs have, and that other runs lack or have in another form. */
  public List<String> otherJobs() {
    return byDraw.stream().flatMap(of -> of.sides().stream()).flatMap(side -> side.jobs().stream()).map(ComparedJob::name)
        .distinct().filter(name -> jobs.stream().noneMatch(job -> job.name.equals(name))).toList();
  }

  private static @Nullable PairedDifference difference(SeedMeasure measure, List<Draw> draws, List<Comparison> pair) {
    var first = new double[pair.size()];
    var other = new double[pair.size()];
    for (int draw = 0; draw < first.length; draw++) {
      Double ofFirst = measure.of.apply(pair.get(draw).sides().getFirst());
      Double ofOther = measure.of.apply(pair.get(draw).sides().getLast());
      if (ofFirst == null || ofOther == null) {
        return null;
      }
      first[draw] = ofFirst;
      other[draw] = ofOther;
    }
    return PairedDifference.of(independent(draws, first), independent(draws, other));
  }

  /** Returns independent values: those of the members of one seed, or for several seeds the mean over each one's members. */
  private static double[] independent(List<Draw> draws, double[] values) {
    if (Draw.isOfOneSeed(draws)) {
      return values;
    }
    return draws.stream().mapToLong(Draw::seed).distinct().mapToDouble(seed -> IntStream.range(0, values.length)
        .filter(at -> draws.get(at).seed() == seed).mapToDouble(at -> values[at]).average().orElseThrow()).toArray();
  }

  /**
   * Returns notes on the comparison of an experiment, counted from 1, with the first: the compared flows, the omitted ones, and
   * the reason.
   */
  List<String> notes(int other) {
    var notes = new ArrayList<String>();
    List<Comparison> pair = pairs.get(other - 1);
    String both = "A and " + groups.get(other).label();
    List<Comparison> apart = pair.stream().filter(seed -> !seed.isPaired()).toList();
    if (!apart.isEmpty()) {
      long common = apart.stream().mapToLong(seed -> seed.common().size()).sum();
      long ofFirst = apart.stream().mapToLong(seed -> seed.sides().getFirst().run().flows().entries().size()).sum();
      notes.add("flows differ: " + both + " have " + Humanize.count(common) + " of A's " + Humanize.count(ofFirst, "flow")
          + " in common, so slowdowns and the last flow are those of all flows of each run, not of the same flows");
    }
    List<String> missing = MEASURES
        .stream().filter(measure -> difference(measure, draws, pair) == null).filter(measure -> pairs.stream()
            .flatMap(List::stream).flatMap(seed -> seed.sides().stream()).anyMatch(side -> measure.of.apply(side) != null))
        .map(SeedMeasure::title).toList();
    if (!missing.isEmpty()) {
      notes.add("left out, because not all runs of " + both + " have it: " + String.join(", ", missing));
    }
    List<String> without = Stream.of(groups.getFirst(), groups.get(other)).flatMap(
        group -> draws.stream().filter(draw -> Objects.requireNonNull(group.byDraw().get(draw)).flows().entries().isEmpty())
            .map(draw -> group.label() + " with " + draw.text()))
        .toList();
    if (!without.isEmpty()) {
      notes.add("no flow finished in " + without.stream().limit(MOST_NAMED).collect(Collectors.joining(", "))
          + (without.size() > MOST_NAMED ? " and " + (without.size() - MOST_NAMED) + " more" : "")
          + ", so there are no slowdowns");
    }
    return notes;
  }

  /** Returns the reason why slowdowns are not split by size, class and port; empty where they are. */
  String whyNotSplit() {
    return splits().isEmpty()
        ? "slowdowns by size, class and port are left out: the experiments have too few finished flows in common"
        : "";
  }

  /** Targets of all runs. */
  List<String> targets() {
    return groups.stream().flatMap(group -> group.byDraw().values().stream())
        .flatMap(run -> Targets.in(run.summary()).stream().map(TargetResult::text)).distinct().toList();
  }

  /** Returns, for each run of an experiment that has a target, whether it meets the target. */
  List<Boolean> met(String target, int group) {
    return groups.get(group).byDraw().values().stream()
        .flatMap(run -> Targets.in(run.summary()).stream().filter(result -> result.text().equals(target)).limit(1))
        .map(TargetResult::met).toList();
  }

  /** Names of the experiments in tables: the letter, and the keys in which the scenario differs. */
  List<String> names() {
    return ComparisonTables.names(groups.stream().map(RunGroup::scenario).toList());
  }

  /** Slowdowns of the flows of all draws together, by size, class and port. */
  List<SlowdownSplit> splits() {
    boolean comparable = byDraw.stream().allMatch(seed -> seed.hasEnoughCommon() && !seed.common().isEmpty());
    return comparable ? SlowdownSplit.of(byDraw) : List.of();
  }

  /** Number of the named runs with a draw that not all experiments have. */
  int unpaired() {
    return groups.stream().mapToInt(group -> group.byDraw().size()).sum() - groups.size() * draws.size();
  }

  /** Unit that counts once in intervals: each member of one seed, or each seed with the mean over its members. */
  String paired() {
    return Draw.isOfOneSeed(draws) ? "members" : "seeds";
  }

  /** Kind of the differences between draws, in a word: seeds, members, or seeds and members. */
  String kind() {
    return Draw.kind(draws);
  }

  /** Reports whether the runs of each draw have the same flows. */
  public boolean sameFlows() {
    return byDraw.stream().allMatch(Comparison::sameFlows);
  }
}
