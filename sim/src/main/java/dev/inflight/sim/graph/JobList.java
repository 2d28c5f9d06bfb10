package dev.inflight.sim.graph;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The jobs of a run in the order in which they were added; no two have the same name. */
public final class JobList {
  private final List<Job> jobs = new ArrayList<>();

  /**
   * Adds a job.
   *
   * @param name name in results, with a number after it if another job has that name
   * @param after name of the job that it follows, which was added before; empty for none
   * @throws IllegalArgumentException with a sentence, when there is no such job
   */
  public Job add(String name, Job.Program program, int[] hosts, long startPs, String after) {
    int first = jobs.isEmpty() ? 0 : jobs.getLast().endOperation();
    var job = new Job(unique(name), program, hosts, startPs, first, after.isEmpty() ? null : named(after));
    jobs.add(job);
    return job;
  }

  private @Nullable Job find(String name) {
    return jobs.stream().filter(job -> job.name().equals(name)).findFirst().orElse(null);
  }

  private Job named(String name) {
    Job found = find(name);
    if (found == null) {
      throw new IllegalArgumentException("after=" + name + " does not name an earlier job; "
          + (jobs.isEmpty()
              ? "this is the first job"
              : "earlier jobs: " + String.join(", ", jobs.stream().map(Job::name).toList())));
    }
    return found;
  }

  private String unique(String name) {
    String free = name;
    for (int number = 2; find(free) != null; number++) {
      free = name + "-" + number;
    }
    return free;
  }

  /** Adds jobs of another list. */
  public void addAll(Collection<Job> others) {
    jobs.addAll(others);
  }

  /** All jobs. */
  public List<Job> all() {
    return Collections.unmodifiableList(jobs);
  }

  /** True if any job follows this one. */
  public static boolean isFollowed(Job job, Collection<Job> jobs) {
    return jobs.stream().anyMatch(other -> other.after() == job);
  }
}
