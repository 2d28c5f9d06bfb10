package dev.inflight.sim.job;

import dev.inflight.sim.job.state.JobObserver;
import dev.inflight.sim.change.fault.SlowCompute;
import dev.inflight.net.event.EventLoop;
import dev.inflight.sim.graph.Job;
import dev.inflight.sim.job.state.CollectiveSpan;
import dev.inflight.sim.job.state.CollectiveResult;
import dev.inflight.sim.job.state.RankResult;
import dev.inflight.sim.job.state.WaitingOperation;
import dev.inflight.sim.loop.ScenarioTime;
import dev.inflight.sim.symmetry.Symmetry;
import dev.inflight.sim.workload.FlowTable;
import dev.inflight.sim.workload.job.JobIndex;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The jobs of a run, in all its parts. Methods are called while no part runs. */
public final class Jobs {
  /** Receives the results of operations. */
  public interface Listener {
    /**
     * Called when the message of a row starts.
     *
     * @param job the number of its job
     * @param channel channel of its job that it uses
     */
    void start(int row, int job, int channel, long nowPs);

    /** Called when an operation has ended. */
    void ended(long nowPs);

    /** Called when the last operation of this part has ended, for a job that others follow; by the job's place among all. */
    void jobEnded(int job, long nowPs);
  }

  private final JobRun[] runs;
  private final JobIndex places;
  private final List<JobPart> parts = new ArrayList<>();
  private final FollowingJobs following;
  private final @Nullable Symmetry symmetry;

  /**
   * Makes the jobs of a table of flows.
   *
   * @param slow events that slow down computations on some hosts
   * @param symmetry symmetry of a run of which one block of hosts is simulated; null: all hosts are
   */
  public Jobs(FlowTable flows, List<SlowCompute> slow, @Nullable Symmetry symmetry) {
    this.symmetry = symmetry;
    runs = JobRun.of(flows);
    places = new JobIndex(flows.jobs());
    for (JobRun run : runs) {
      run.slowBy(slow);
    }
    following = new FollowingJobs(runs, parts);
  }

  /**
   * Makes the operations of the next part.
   *
   * @param time conversion between the scenario's time and the loop's
   * @param isHere true for hosts in the part
   */
  public JobPart part(EventLoop loop, ScenarioTime time, IntPredicate isHere, Listener listener) {
    var part = new JobPart(runs, places, loop, time, isHere, listener);
    parts.add(part);
    return part;
  }

  /**
   * Reports operations to an observer; called before the run.
   *
   * @throws IllegalStateException if the run has several parts, because their operations have no common order
   */
  public void observe(JobObserver by) {
    if (parts.size() != 1) {
      throw new IllegalStateException("operations are observed in runs of one part, and there are " + parts.size());
    }
    parts.getFirst().observe(by);
  }

  /** True if any rank computes, or a job is to start, so that further events follow without packets in the fabric. */
  public boolean areComputing() {
    return following.areAny() || parts.stream().anyMatch(JobPart::isComputing);
  }

  /**
   * Sets the loop that starts jobs that follow others; called before the run.
   *
   * @param whole the time of all parts
   * @param leastPs shortest time from the end of one job to the start of the next, in picoseconds; at least the distance of parts
   */
  public void followIn(EventLoop whole, long leastPs) {
    following.followIn(whole, leastPs);
  }

  /** Handles the end of the last operation in one part, for a job that others follow; called in the order of these ends. */
  public void ended(int job, long nowPs) {
    following.ended(job, nowPs);
  }

  /** Start of a job, in picoseconds; -1 before it. */
  public long startPs(Job job) {
    return runs[places.of(job.firstOperation())].startPs;
  }

  /** Rows of messages that have not started, in order. */
  public IntStream rowsNotStarted() {
    return Arrays.stream(runs).sorted(Comparator.comparingInt(JobRun::firstRow)).flatMapToInt(this::rowsNotStarted);
  }

  /** Rows of one job that have not started. They are consecutive, and not collected, because a script may have very many. */
  private IntStream rowsNotStarted(JobRun run) {
    return run.isScript()
        ? IntStream.range(0, run.script().messages())
            .filter(message -> parts.stream().anyMatch(part -> part.isAwaited(run, message)))
            .map(message -> run.firstRow() + message)
        : parts.stream().flatMapToInt(part -> part.rowsNotStarted(run)).sorted();
  }

  /** Results of each collective, job by job in order of number. */
  public List<CollectiveResult> collectives() {
    var results = new ArrayList<CollectiveResult>();
    for (JobRun run : runs) {
      for (int collective = 0; collective < run.collectives(); collective++) {
        results.add(result(run, collective));
      }
    }
    return results;
  }

  private CollectiveResult result(JobRun run, int collective) {
    var all = new CollectiveSpan();
    for (JobPart part : parts) {
      CollectiveSpan seen = part.spanOf(run, collective);
      if (seen != null) {
        all.add(seen);
      }
    }
    int blocks = symmetry == null ? 1 : symmetry.blocks();
    boolean complete = all.ended * blocks == run.sizeOfCollective(collective);
    return new CollectiveResult(run.job.name(), run.collective(collective), all.startPs == Long.MAX_VALUE ? -1 : all.startPs,
        complete ? all.endPs : -1, all.slowestRank);
  }

  /**
   * Starts the search for repetition; called before the run.
   *
   * @throws IllegalStateException if the run has several parts
   */
  public Repeats repeats() {
    if (parts.size() != 1) {
      throw new IllegalStateException("what repeats is found in runs of one part, and there are " + parts.size());
    }
    return new Repeats(runs, parts.getFirst());
  }

  /** True if operations are left. */
  public boolean areUnderWay() {
    return parts.stream().anyMatch(part -> !part.isOver());
  }

  /** The first operation that each rank has started but not ended, job by job. Scripts keep none of their operations. */
  public List<WaitingOperation> waiting() {
    return Arrays.stream(runs).flatMap(run -> run.waiting().stream()).toList();
  }

  /**
   * State of a rank while its job runs.
   *
   * @param job its job's name
   * @param rank its number there
   * @param startPs start of its job, in picoseconds
   * @param computedPs time in which it has computed so far
   * @param hasEnded true if all its operations are done
   */
  public record RankState(String job, int rank, long startPs, long computedPs, boolean hasEnded) {
  }

  /** Visits ranks. */
  @FunctionalInterface
  public interface RankVisitor {
    /**
     * Visits one rank.
     *
     * @param number its number among all ranks of all jobs
     */
    void visit(int number, RankState rank, long nowPs);
  }

  /** Visits each rank of the jobs that have started, job by job, while no part runs. */
  public void forEachRank(long nowPs, RankVisitor visitor) {
    long loopPs = parts.isEmpty() ? nowPs : parts.getFirst().toLoop(nowPs);
    int number = 0;
    for (JobRun run : runs) {
      for (int rank = 0; rank < run.ranks(); rank++) {
        if (run.startPs >= 0 && run.startPs <= nowPs) {
          visitor.visit(number,
              new RankState(run.job.name(), rank, run.startPs, run.computedPs(rank, loopPs), run.left[rank] == 0), nowPs);
        }
        number++;
      }
    }
  }

  private RankResult resultOf(JobRun run, int rank) {
    return symmetry == null ? run.result(rank) : run.result(symmetry.representativeRank(rank)).by(rank, run.job.hostOf(rank));
  }

  /** Results of each rank, job by job. */
  public List<RankResult> ranks() {
    return Arrays.stream(runs).flatMap(run -> IntStream.range(0, run.ranks()).mapToObj(rank -> resultOf(run, rank))).toList();
  }
}
