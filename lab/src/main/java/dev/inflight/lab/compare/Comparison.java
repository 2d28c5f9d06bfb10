package dev.inflight.lab.compare;

import dev.inflight.lab.result.FctFile;
import dev.inflight.lab.result.flow.Slowdowns.Percentiles;
import dev.inflight.lab.result.flow.Slowdowns;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Comparison of runs of the same flows; the first run is the baseline, A. Completion times and slowdowns are those of the flows
 * that all runs have, so that no run looks better because it did not finish some. Where the common flows are few, because the
 * runs have other flows, A is compared with each other run separately.
 *
 * @param sides the runs, in the order in which they were named
 * @param common flows that all runs have, as the first run has them
 * @param isPaired true if completion times and slowdowns are those of the common flows; otherwise those of all flows of each run
 */
public record Comparison(List<Side> sides, List<FctFile.Entry> common, boolean isPaired) {
  /**
   * One run of a comparison.
   *
   * @param label letter of the run
   * @param toFirst comparison of its flows with the first run's
   * @param fctPs completion times of the compared flows, in picoseconds; null when there are none
   * @param slowdownOf slowdown of each compared flow, in the order of the flows
   * @param slowdowns slowdowns of the compared flows; those of common flows use the first run's ideal FCT as their reference
   */
  record Side(String label, ComparedRun run, FctComparison toFirst, @Nullable Percentiles fctPs, double[] slowdownOf,
      Slowdowns slowdowns) {
    /** Jobs of the run. */
    List<ComparedJob> jobs() {
      return ComparedJob.of(run.summary());
    }

    /** Returns a side for some flows, with the ideal FCT of each and its completion time in this run. */
    private static Side of(String label, ComparedRun run, FctComparison toFirst, List<FctFile.Entry> flows,
        ToDoubleFunction<FctFile.Entry> fctOf) {
      double[] fctPs = flows.stream().mapToDouble(fctOf).sorted().toArray();
      double[] slowdowns = flows.stream().mapToDouble(flow -> fctOf.applyAsDouble(flow) / flow.idealFctPs()).toArray();
      long[] sizes = flows.stream().mapToLong(FctFile.Entry::sizeBytes).toArray();
      return new Side(label, run, toFirst, Percentiles.of(fctPs), slowdowns, Slowdowns.of(sizes, slowdowns));
    }

    /** Returns the side with completion times and slowdowns of all flows of the run. */
    Side ofAllItsFlows() {
      return of(label, run, toFirst, run.flows().entries(), FctFile.Entry::fctPs);
    }
  }

  public static Comparison of(List<ComparedRun> named) {
    List<ComparedRun> runs = haveSameJobs(named) ? named.stream().map(ComparedRun::byNumber).toList() : named;
    FctFile first = runs.getFirst().flows();
    List<FctFile.Entry> common = first.entries().stream()
        .filter(entry -> runs.stream().allMatch(run -> run.flows().find(entry) != null)).toList();
    var sides = new ArrayList<Side>();
    for (ComparedRun run : runs) {
      sides.add(
          Side.of(label(sides.size()), run, FctComparison.of(first, run.flows()), common, entry -> same(run, entry).fctPs()));
    }
    return new Comparison(sides, common, true);
  }

  /**
   * Compares two runs by their common flows, if these are at least half of the flows of one run; otherwise by all flows of each.
   */
  static Comparison ofTwo(ComparedRun first, ComparedRun other) {
    Comparison both = of(List.of(first, other));
    return both.hasEnoughCommon()
        ? both
        : new Comparison(both.sides.stream().map(Side::ofAllItsFlows).toList(), both.common, false);
  }

  /**
   * Reports whether the common flows represent all runs: they are at least half of those that A and any other run have in common,
   * and these are at least half of the flows of one of the two. A few equal flows do not represent the traffic.
   */
  boolean hasEnoughCommon() {
    int ofFirst = sides.getFirst().run.flows().entries().size();
    return sides.stream().skip(1).allMatch(side -> {
      int both = side.toFirst.matched();
      return 2 * common.size() >= both && 2 * both >= Math.min(ofFirst, side.run.flows().entries().size());
    });
  }

  /** Compares A with the run of this number, from 1. */
  Comparison pair(int number) {
    return ofTwo(sides.getFirst().run, sides.get(number).run);
  }

  private static boolean haveSameJobs(List<ComparedRun> runs) {
    List<ComparedJob> first = ComparedJob.of(runs.getFirst().summary());
    return runs.stream().allMatch(run -> run.flows().isNumbered() && ComparedJob.areSame(first, ComparedJob.of(run.summary())));
  }

  /** Reports whether all runs have the same jobs, and at least one. */
  boolean hasJobs() {
    return haveSameJobs(sides.stream().map(Side::run).toList());
  }

  @SuppressWarnings("NullAway") // a common flow is in each run
  private static FctFile.Entry same(ComparedRun run, FctFile.Entry entry) {
    return run.flows().find(entry);
  }

  /** Returns A to Z, AA, AB, and so on. */
  public static String label(int number) {
    String last = String.valueOf((char) ('A' + number % 26));
    return number < 26 ? last : label(number / 26 - 1) + last;
  }

  /** Names of the runs in tables: the letter, and the keys in which the scenario differs. */
  List<String> names() {
    return ComparisonTables.names(ComparedRun.scenarios(sides.stream().map(Side::run).toList()));
  }

  /** Reports whether all runs have the same flows. */
  public boolean sameFlows() {
    return sides.stream().allMatch(side -> side.toFirst().sameFlows());
  }
}
