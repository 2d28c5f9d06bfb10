package dev.inflight.lab.verify;

import dev.inflight.lab.compare.CollectiveTimes;
import dev.inflight.lab.result.SummaryFile;
import dev.inflight.lab.result.schema.ComparedValue;
import dev.inflight.lab.spread.FlowTimes;
import dev.inflight.lab.spread.MeasureSpread;
import dev.inflight.lab.spread.RunMeasures;
import dev.inflight.lab.store.StoredRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Full runs of a scenario and fast ones, one of each or as many as its ensemble has members.
 *
 * @param name what its scenario differs in from the others of a sweep; empty of one alone
 * @param error the relative error that was asked for
 * @param full the full runs
 * @param fast the fast runs, as many, of the same members in the same order
 * @param measures what was measured of each run, those that are judged and others
 * @param flows completion times of the same flows
 * @param portBytes how far the bytes of ports are apart
 * @param cost what they took
 */
record VerifiedPair(String name, double error, List<StoredRun> full, List<StoredRun> fast, List<VerifiedMeasure> measures,
    VerifiedFlows flows, double portBytes, VerifiedCost cost) {
  /** Ends, means and throughput: chance does little to them. */
  private static final Set<String> JUDGED = Set.of(RunMeasures.LONGEST_JOB, RunMeasures.END, RunMeasures.FCT_MEAN,
      ComparedValue.GOODPUT.key());
  /** Quantiles are those of a few flows: they are judged by ensembles only. */
  private static final Set<String> JUDGED_BY_MEMBERS = Set.of(RunMeasures.FCT_P50, RunMeasures.FCT_P99);
  private static final Set<String> SHOWN = Set.of(RunMeasures.QUEUE_P95);

  static VerifiedPair of(String name, double error, List<StoredRun> full, List<StoredRun> fast) {
    List<StoredRun> both = Stream.concat(full.stream(), fast.stream()).toList();
    FlowTimes times = FlowTimes.read(both);
    var measures = new ArrayList<VerifiedMeasure>();
    for (MeasureSpread measure : RunMeasures.of(both, times)) {
      if (JUDGED.contains(measure.key()) && !measure.isZero()) {
        measures.add(VerifiedMeasure.judged(measure, error));
      } else if (JUDGED_BY_MEMBERS.contains(measure.key())) {
        measures.add(full.size() < 2 ? VerifiedMeasure.shown(measure) : VerifiedMeasure.judged(measure, error));
      } else if (SHOWN.contains(measure.key())) {
        measures.add(VerifiedMeasure.shown(measure));
      }
    }
    jobs(both).forEach(job -> measures.add(VerifiedMeasure.judged(job, error)));
    return new VerifiedPair(name, error, full, fast, List.copyOf(measures), VerifiedFlows.of(times, full.size(), error),
        PortBytes.difference(full, fast), VerifiedCost.of(full, fast));
  }

  /** Each job's time where there are several, and the mean time of each kind of collective of each job. */
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
        RunMeasures.ofSummaries("job " + name, "job " + name, "s", runs, summary -> summary.decimal(key + "seconds"))
            .ifPresent(measures::add);
      }
      for (String kind : collectives.kinds(name)) {
        List<@Nullable Double> seconds = new ArrayList<>();
        runs.forEach(run -> seconds.add(collectives.meanSeconds(run.folder(), name, kind)));
        if (!seconds.contains(null)) {
          String title = kind + " mean" + (jobs > 1 ? ", job " + name : "");
          measures.add(new MeasureSpread(title, title, "s",
              IntStream.range(0, seconds.size()).mapToDouble(run -> seconds.get(run)).toArray()));
        }
      }
    }
    return measures;
  }

  /** How many runs of each kind there are. */
  int runs() {
    return full.size();
  }

  /** The judged measures beyond what is allowed. */
  List<VerifiedMeasure> missed() {
    return measures.stream().filter(VerifiedMeasure::isMissed).toList();
  }

  /** Whether anything is beyond what is allowed. */
  boolean isMissed() {
    return flows.isMissed() || measures.stream().anyMatch(VerifiedMeasure::isMissed);
  }
}
