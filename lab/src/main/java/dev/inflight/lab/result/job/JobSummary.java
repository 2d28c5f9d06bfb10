package dev.inflight.lab.result.job;

import dev.inflight.lab.statistics.Quantile;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.job.state.CollectiveResult;
import dev.inflight.sim.job.state.RankResult;
import dev.inflight.sim.job.state.WaitingOperation;
import dev.inflight.sim.graph.Job;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Result of one job.
 *
 * @param job definition of the job
 * @param ranks results of ranks, by number
 * @param collectives results of collectives, by number
 * @param waiting operations that unfinished ranks wait for, by rank
 */
public record JobSummary(Job job, List<RankResult> ranks, List<CollectiveResult> collectives, List<WaitingOperation> waiting) {
  /** Returns the result of each job of a run that has ended, in the scenario's order. */
  public static List<JobSummary> of(Simulation simulation) {
    var ranks = simulation.jobs().ranks().stream().collect(Collectors.groupingBy(RankResult::job));
    var collectives = simulation.jobs().collectives().stream().collect(Collectors.groupingBy(CollectiveResult::job));
    var waiting = simulation.jobs().waiting().stream().collect(Collectors.groupingBy(WaitingOperation::job));
    var jobs = new ArrayList<JobSummary>();
    for (Job job : simulation.flowTable().jobs()) {
      jobs.add(new JobSummary(job, ranks.getOrDefault(job.name(), List.of()), collectives.getOrDefault(job.name(), List.of()),
          waiting.getOrDefault(job.name(), List.of())));
    }
    return jobs;
  }

  /** Reports whether all operations of the job have ended. */
  public boolean isComplete() {
    return ranks.stream().allMatch(rank -> rank.endPs() >= 0);
  }

  /** Start time in ps; -1 for a job that follows another one and has not started. */
  public long startPs() {
    return ranks.getFirst().startPs();
  }

  /** Time in ps from the job's start to the end of its last operation; -1 if an operation has not ended. */
  public long durationPs() {
    return isComplete() ? slowest().endPs() - startPs() : -1;
  }

  /** Last rank to end; of several, the lowest. */
  public RankResult slowest() {
    return ranks.stream()
        .max(Comparator.comparingLong(RankResult::endPs).thenComparing(RankResult::rank, Comparator.reverseOrder()))
        .orElseThrow();
  }

  /** Largest share of a rank's time in which it waited for messages; only after all ranks have ended. */
  public double exposedShare() {
    return ranks.stream()
        .mapToDouble(rank -> rank.endPs() == startPs() ? 0 : rank.exposedPs() / (double) (rank.endPs() - startPs())).max()
        .orElse(0);
  }

  /** Number of completed collectives. */
  public long completed() {
    return collectives.stream().filter(CollectiveResult::isComplete).count();
  }

  /** Bus bandwidths of the completed collectives in bit/s, smallest first. */
  public double[] busBitsPerSec() {
    return collectives.stream().filter(CollectiveResult::isComplete).mapToDouble(CollectiveResult::busBitsPerSec).sorted()
        .toArray();
  }

  /** Median bus bandwidth in bit/s; null if no collective has completed. */
  public @Nullable Double medianBusBitsPerSec() {
    double[] all = busBitsPerSec();
    return all.length == 0 ? null : Double.valueOf(Quantile.of(all, 0.5));
  }
}
