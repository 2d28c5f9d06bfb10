package dev.inflight.lab.scenario;

import dev.inflight.lab.graph.TraceFlows;
import dev.inflight.lab.graph.transformer.InferenceFlows;
import dev.inflight.lab.graph.transformer.TrainingFlows;
import dev.inflight.sim.workload.CollectiveTraffic;
import dev.inflight.sim.workload.Workload;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Order of jobs by their parameter {@code after}: each job follows an earlier one. */
final class JobOrder {
  /** Job with its author's name; empty without one. */
  private record Named(String job, String after) {
  }

  private final List<Named> jobs;
  /** Jobs with an error, and jobs that follow them. */
  private final Set<String> faulty = new HashSet<>();

  /** Reads the jobs of a list of workloads, in order. */
  JobOrder(List<? extends Workload> workloads) {
    jobs = workloads.stream().map(JobOrder::named).toList();
  }

  private static Named named(Workload workload) {
    // No switch, because the start-up cache lacks the classes that a switch over types generates.
    if (workload instanceof CollectiveTraffic job) {
      return new Named(job.job(), job.after());
    } else if (workload instanceof TraceFlows job) {
      return new Named(job.job(), job.after());
    } else if (workload instanceof TrainingFlows job) {
      return new Named(job.job(), job.after());
    }
    return workload instanceof InferenceFlows job ? new Named(job.job(), job.after()) : new Named("", "");
  }

  /** Returns why an entry's job cannot follow the one that it names; empty if it can, or no entry has that name. */
  Optional<String> fault(int at) {
    Optional<String> found = find(at);
    found.ifPresent(_ -> faulty.add(jobs.get(at).job));
    return found;
  }

  private Optional<String> find(int at) {
    Named own = jobs.get(at);
    if (own.after.isEmpty() || jobs.subList(0, at).stream().anyMatch(job -> job.job.equals(own.after))) {
      return Optional.empty();
    }
    List<String> chain = chain(own);
    if (!own.job.isEmpty() && own.job.equals(chain.getLast())) {
      return Optional.of("after: job " + own.job + " waits for " + cycle(chain));
    }
    return chain.size() < 2 && jobs.stream().noneMatch(job -> job.job.equals(own.after))
        ? Optional.empty()
        : Optional.of("after=" + own.after + " names a later job; list " + own.after + " before it");
  }

  /**
   * Reports whether an error of an earlier entry also explains this one: an entry that this one follows, or in a cycle with it.
   */
  boolean isReported(int at) {
    Named own = jobs.get(at);
    if (faulty.contains(own.after)) {
      faulty.add(own.job);
      return true;
    }
    List<String> chain = chain(own);
    return !own.job.isEmpty() && own.job.equals(chain.isEmpty() ? "" : chain.getLast())
        && jobs.subList(0, at).stream().anyMatch(job -> chain.contains(job.job));
  }

  /** Returns the names that follow from a job's, including its own, until a name that no job has or that is repeated. */
  private List<String> chain(Named from) {
    Map<String, Named> byName = new HashMap<>();
    jobs.forEach(job -> byName.putIfAbsent(job.job, job));
    var chain = new ArrayList<String>();
    for (String next = from.after; !next.isEmpty() && !chain.contains(next);) {
      chain.add(next);
      Named job = byName.get(next);
      next = job == null || next.equals(from.job) ? "" : job.after;
    }
    return chain;
  }

  private static String cycle(List<String> chain) {
    if (chain.size() == 1) {
      return "itself";
    }
    var text = new StringBuilder(chain.getFirst());
    for (int at = 1; at < chain.size(); at++) {
      text.append(at == chain.size() - 1 ? ", and " : ", ").append(chain.get(at - 1)).append(" waits for ").append(chain.get(at));
    }
    return text.toString();
  }
}
