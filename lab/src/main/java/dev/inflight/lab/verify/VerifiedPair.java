package dev.inflight.lab.verify;

import dev.inflight.lab.compare.CollectiveTimes;
import dev.inflight.lab.result.SummaryFile;
import dev.inflight.lab.result.schema.ComparedValue;
import dev.inflight.lab.spread.FlowTimes;
import dev.inflight.lab.spread.MeasureSpread;
import dev.inflight.lab.spread.RunMeasures;
import dev.inflight.lab.store.StoredRun;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Full and fast runs of a scenario, one of each, or as many as its ensemble has members.
 *
 * @param name values in which its scenario differs from others of a sweep; empty for a single pair
 * @param error requested relative error
 * @param full full runs
 * @param fast as many fast runs, of the same members in the same order
 * @param measures measures of the runs, judged and others
 * @param flows FCTs of the same flows
 * @param portBytes relative difference of ports' bytes
 * @param cost cost of the runs
 */
record VerifiedPair(String name, double error, List<StoredRun> full, List<StoredRun> fast, List<VerifiedMeasure> measures,
    VerifiedFlows flows, double portBytes, VerifiedCost cost) {
  /** End times, means and throughput, which chance affects little. */
  private static final Set<String> JUDGED = Set.of(RunMeasures.LONGEST_JOB, RunMeasures.END, RunMeasures.FCT_MEAN,
      ComparedValue.GOODPUT.key());
  /** Quantiles, which depend on a few flows and are therefore judged by ensembles only. */
  private static final Set<String> JUDGED_BY_MEMBERS = Set.of(RunMeasures.FCT_P50, RunMeasures.FCT_P99);
  private static final Set<String> SHOWN = Set.of(RunMeasures.QUEUE_P95);

  static VerifiedPair of(String name, double error, List<StoredRun> full, List<StoredRun> fast) {
    List<StoredRun> both = Stream.concat(full.stream(), fast.stream()).toList();
    FlowTimes times = FlowTimes.read(both);
    var measures = new ArrayList<VerifiedMeasure>();
    for (MeasureSpread measure : RunMeasures.ofAny(both, times)) {
      if (JUDGED.contains(measure.key()) && !measure.isZero()) {
        judge(measure, error, measures);
      } else if (!measure.isKnownToAll()) {
        continue; // it is not judged: values of only some runs have no common mean
      } else if (JUDGED_BY_MEMBERS.contains(measure.key())) {
        measures.add(full.size() < 2 ? VerifiedMeasure.shown(measure) : VerifiedMeasure.judged(measure, error));
      } else if (SHOWN.contains(measure.key())) {
        measures.add(VerifiedMeasure.shown(measure));
      }
    }
    jobs(both).forEach(job -> judge(job, error, measures));
    return new VerifiedPair(name, error, full, fast, List.copyOf(measures), VerifiedFlows.of(times, full.size(), error),
        PortBytes.difference(full, fast), VerifiedCost.of(full, fast));
  }

  /** Adds a measure, if any run has a value. */
  private static void judge(MeasureSpread both, double error, List<VerifiedMeasure> measures) {
    if (!Arrays.stream(both.values()).allMatch(Double::isNaN)) {
      measures.add(VerifiedMeasure.judged(both, error));
    }
  }

  /**
   * Reports whether the numbers of full and fast runs with a value, such as a job's end, differ by more than chance: all full
   * runs agree and a fast run does not, or the full runs differ from each other and the numbers differ by more than half of all.
   */
  static boolean isApart(int full, int fast, int runs) {
    return full == 0 || full == runs ? fast != full : 2 * Math.abs(full - fast) > runs;
  }

  /** Each job's duration if there are several, and the mean duration of each kind of collective of each job. */
  private static List<MeasureSpread> jobs(List<StoredRun> runs) {
    var measures = new ArrayList<MeasureSpread>();
    SummaryFile first = runs.getFirst().summary();
    if (first == null) {
      return measures;
    }
    int jobs = first.items("jobs");
    CollectiveTimes collectives = CollectiveTimes.ofStored(runs);
    for (int job = 0; job < jobs; job++) {
      String key = "jobs[" + job + "].";
      String name = String.valueOf(first.text(key + "name"));
      if (jobs > 1) {
        measures
            .add(RunMeasures.ofSummaries("job " + name, "job " + name, "s", runs, summary -> summary.decimal(key + "seconds")));
      }
      for (String kind : collectives.kinds(name)) {
        String title = kind + " mean" + (jobs > 1 ? ", job " + name : "");
        measures.add(new MeasureSpread(title, title, "s", runs.stream().mapToDouble(run -> {
          Double seconds = collectives.meanSeconds(run.folder(), name, kind);
          return seconds == null ? Double.NaN : seconds;
        }).toArray()));
      }
    }
    return measures;
  }

  /** Number of runs of each kind. */
  int runs() {
    return full.size();
  }

  /** Returns the judged measures that exceed their limits. */
  List<VerifiedMeasure> missed() {
    return measures.stream().filter(VerifiedMeasure::isMissed).toList();
  }

  /** Reports whether any difference exceeds its limit. */
  boolean isMissed() {
    return flows.isMissed() || measures.stream().anyMatch(VerifiedMeasure::isMissed);
  }
}
