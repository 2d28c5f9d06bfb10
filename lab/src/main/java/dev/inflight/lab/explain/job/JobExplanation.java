package dev.inflight.lab.explain.job;

import dev.inflight.lab.explain.Explanation;
import dev.inflight.lab.explain.FlowWatches;
import dev.inflight.lab.explain.words.FlowNames;
import dev.inflight.lab.print.OutputError;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.Suggestion;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.lab.store.OutputFile;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.graph.Job;
import dev.inflight.sim.setup.Setup;
import java.io.BufferedOutputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Breakdown of a job's time: its critical path, and the time of each message on it by cause. */
public final class JobExplanation {
  /** Largest number of messages of a critical path to watch: those with the longest times. */
  private static final int MOST_WATCHED = 4096;

  private final Setup setup;
  private final Chain chain;
  private final Map<Integer, MessageTime> times;
  private final List<JobCost> costs;

  private JobExplanation(Setup setup, Chain chain, Map<Integer, MessageTime> times) {
    this.setup = setup;
    this.chain = chain;
    this.times = times;
    costs = JobCost.of(chain, times);
  }

  /** Setup of the simulation. */
  Setup setup() {
    return setup;
  }

  /**
   * Simulates twice, to find the critical path and to watch the messages on it, and returns the breakdown.
   *
   * @throws InputError when there is no such job, or it does not start before the simulation ends
   */
  public static JobExplanation of(Scenario scenario, String name) {
    return of(scenario, name, _ -> {
    });
  }

  /**
   * Returns the breakdown, for callers that may interrupt the simulation.
   *
   * @param begins receives each simulation when it is about to run; an explanation of an interrupted simulation is meaningless
   */
  public static JobExplanation of(Scenario scenario, String name, Consumer<Simulation> begins) {
    Explanation.refuseFast(scenario);
    Setup setup = scenario.setup();
    Job job = find(setup, name);
    Chain chain = ChainLog.of(setup, job, begins);
    List<FlowWatches.Wanted> wanted = chain.steps().stream().filter(step -> step.kind() != ChainStep.Kind.COMPUTE)
        .sorted(Comparator.comparingLong(ChainStep::ps).reversed()).limit(MOST_WATCHED)
        .map(step -> FlowWatches.Wanted.ofJob(step.flow(), step.fromPs(), step.kind() == ChainStep.Kind.MESSAGE)).toList();
    var times = new HashMap<Integer, MessageTime>();
    if (!wanted.isEmpty()) {
      FlowWatches.run(setup, wanted, new FlowNames(setup), begins, one -> times.put(one.flow(), MessageTime.of(one)));
    }
    return new JobExplanation(setup, chain, times);
  }

  private static Job find(Setup setup, String name) {
    List<Job> jobs = setup.flows().jobs();
    return jobs.stream().filter(job -> job.name().equals(name)).findFirst()
        .orElseThrow(() -> new InputError("unknown job " + Quoted.of(name)
            + (jobs.isEmpty()
                ? "; the scenario has no jobs: only collectives and traces are jobs"
                : Suggestion.hint(name, jobs.stream().map(Job::name).toList()))));
  }

  /**
   * Writes a trace for ui.perfetto.dev; the file appears only when it is complete.
   *
   * @throws OutputError when the trace cannot be written
   */
  public void trace(Path file) {
    OutputFile.write(file, "write the trace", part -> {
      try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(part, StandardOpenOption.CREATE_NEW))) {
        JobTrace.write(out, this);
      }
    });
  }

  /** The job. */
  public Job job() {
    return chain.job();
  }

  FlowNames names() {
    return new FlowNames(setup);
  }

  /** Time at which the job or the simulation ended, in picoseconds. */
  public long endPs() {
    return chain.endPs();
  }

  /** Reports whether the job ended. */
  public boolean isComplete() {
    return chain.isComplete();
  }

  /** Time at which the job started, in picoseconds. */
  public long startPs() {
    return chain.startPs();
  }

  /** Duration of the job, or the time from its start to the simulation's end, in picoseconds. */
  public long lifePs() {
    return chain.lifePs();
  }

  /** Critical path, from the job's start to its end without a gap. */
  public List<ChainStep> steps() {
    return chain.steps();
  }

  /** Returns the parts of a step's time by name of their cause, in picoseconds; they add up to the step's time. */
  public Map<String, Long> partsOf(ChainStep step) {
    MessageTime time = times.get(step.flow());
    var sums = new HashMap<String, Long>();
    if (time == null) {
      sums.put(step.kind() == ChainStep.Kind.COMPUTE ? "computing" : "not watched", step.ps());
    } else {
      time.parts().forEach(
          part -> sums.merge(part.cause().words() + (part.where().isEmpty() ? "" : ", " + part.where()), part.ps(), Long::sum));
    }
    return sums;
  }

  @Nullable
  MessageTime time(ChainStep step) {
    return times.get(step.flow());
  }

  List<JobCost> costs() {
    return costs;
  }
}
