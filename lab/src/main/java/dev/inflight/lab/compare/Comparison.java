package dev.inflight.lab.compare;

import dev.inflight.lab.result.FctFile;
import dev.inflight.lab.result.flow.Slowdowns.Percentiles;
import dev.inflight.lab.result.flow.Slowdowns;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Runs of the same flows beside each other; the first is what the others are measured by. Completion times and slowdowns are those of
 * the flows that all runs have, so that no run looks better for the flows that it did not finish.
 *
 * @param sides the runs, in the order in which they were named
 * @param common the flows that all of them have, as the first one has them
 */
public record Comparison(List<Side> sides, List<FctFile.Entry> common) {
  /**
   * One run.
   *
   * @param label a letter for it
   * @param toFirst its flows beside the first run's
   * @param fctPs completion times of the common flows; null when there are none
   * @param slowdownOf of each common flow, in their order
   * @param slowdowns of the common flows, over the first run's times of a flow alone, so that all runs are measured alike
   */
  record Side(String label, ComparedRun run, FctComparison toFirst, @Nullable Percentiles fctPs, double[] slowdownOf,
      Slowdowns slowdowns) {
    /** Its jobs. */
    List<ComparedJob> jobs() {
      return ComparedJob.of(run.summary());
    }
  }

  public static Comparison of(List<ComparedRun> named) {
    List<ComparedRun> runs = haveSameJobs(named) ? named.stream().map(ComparedRun::byNumber).toList() : named;
    FctFile first = runs.getFirst().flows();
    List<FctFile.Entry> common = first.entries().stream()
        .filter(entry -> runs.stream().allMatch(run -> run.flows().find(entry) != null)).toList();
    long[] sizes = common.stream().mapToLong(FctFile.Entry::sizeBytes).toArray();
    var sides = new ArrayList<Side>();
    for (ComparedRun run : runs) {
      double[] fctPs = values(common, entry -> same(run, entry).fctPs());
      double[] slowdowns = values(common, entry -> (double) same(run, entry).fctPs() / entry.idealFctPs());
      sides.add(new Side(label(sides.size()), run, FctComparison.of(first, run.flows()),
          Percentiles.of(Arrays.stream(fctPs).sorted().toArray()), slowdowns, Slowdowns.of(sizes, slowdowns)));
    }
    return new Comparison(sides, common);
  }

  private static boolean haveSameJobs(List<ComparedRun> runs) {
    List<ComparedJob> first = ComparedJob.of(runs.getFirst().summary());
    return runs.stream().allMatch(run -> run.flows().isNumbered() && ComparedJob.areSame(first, ComparedJob.of(run.summary())));
  }

  /** Whether all runs have the same jobs, and some at all. */
  boolean hasJobs() {
    return haveSameJobs(sides.stream().map(Side::run).toList());
  }

  private static double[] values(List<FctFile.Entry> flows, ToDoubleFunction<FctFile.Entry> value) {
    return flows.stream().mapToDouble(value).toArray();
  }

  @SuppressWarnings("NullAway") // a common flow is in each run
  private static FctFile.Entry same(ComparedRun run, FctFile.Entry entry) {
    return run.flows().find(entry);
  }

  /** A to Z, AA, AB, and so on. */
  public static String label(int number) {
    String last = String.valueOf((char) ('A' + number % 26));
    return number < 26 ? last : label(number / 26 - 1) + last;
  }

  /** What each run is called in tables: its letter, and what its scenario differs in. */
  List<String> names() {
    return ComparisonTables.names(sides.stream().map(side -> side.run().scenario()).toList());
  }

  /** Whether all runs have the same flows. */
  public boolean sameFlows() {
    return sides.stream().allMatch(side -> side.toFirst().sameFlows());
  }
}
